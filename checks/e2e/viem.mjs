// viem deploys the contract and sends a valid and invalid messages; receipts, topics and data are checked.
import { readFileSync } from 'node:fs'
import {
  createPublicClient, createWalletClient, decodeEventLog, encodeAbiParameters, http, toEventSelector, webSocket,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import {
  assert, input, invalid, message, places, publicKey, signature, valid, withServer, wrongKey, wrongMessage,
} from './common.mjs'

const { abi, bytecode } = JSON.parse(readFileSync(new URL('Ed25519Verifier.json', import.meta.url), 'utf8'))
const topics = {
  LogBytes: '0xe8407a0209fa99ec3a7228aff140c3d3e68bd279391739c7e0b65cd406cc93b5',
  LogBytes32: '0x02d93529bba9d141e5e06733c52c7e6fbcb1149586adb5c24064b522ab26f1d7',
}
const identity = '0x0000000000000000000000000000000000000004'
const account = mnemonicToAccount('test test test test test test test test test test test junk')
const cases = [
  { key: publicKey, text: message, result: valid },
  { key: publicKey, text: wrongMessage, result: invalid },
  { key: wrongKey, text: message, result: invalid },
]

/** The two events of a call, word for word. */
function checkLogs(logs, address, key, text, result) {
  assert.equal(logs.length, 2)
  for (const log of logs) assert.equal(log.address.toLowerCase(), address.toLowerCase())
  assert.deepEqual(logs.map((log) => log.topics), [[topics.LogBytes], [topics.LogBytes32]])
  const data = [['bytes', 'input', input(key, text)], ['bytes32', 'result', result]]
  for (const [index, [type, label, value]] of data.entries()) {
    const parameters = [{ type: 'string' }, { type }]
    assert.equal(logs[index].data, encodeAbiParameters(parameters, [label, value]))
    const decoded = decodeEventLog({ abi, ...logs[index] })
    assert.deepEqual(decoded.args, { label, data: value })
  }
}

async function walk(url, address, transport) {
  const client = createPublicClient({ transport })
  const chain = {
    id: await client.getChainId(), name: 'gigagas', rpcUrls: { default: { http: [url] } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  assert.equal(chain.id, 31337)
  const wallet = createWalletClient({ account, chain, transport })

  const deployed = await wallet.deployContract({ abi, bytecode, args: [address] })
  const deployment = await client.waitForTransactionReceipt({ hash: deployed })
  assert.equal(deployment.status, 'success')
  const contract = deployment.contractAddress
  const place = await client.readContract({ abi, address: contract, functionName: 'precompile' })
  assert.equal(place.toLowerCase(), address)

  for (const { key, text, result } of cases) {
    const call = { abi, address: contract, functionName: 'callEd25519Verify', args: [text, key, signature] }
    const simulated = await client.simulateContract({ account, ...call })
    assert.equal(simulated.result, result)
    const hash = await wallet.writeContract(simulated.request)
    const receipt = await client.waitForTransactionReceipt({ hash })
    assert.equal(receipt.status, 'success')
    assert.equal(receipt.from.toLowerCase(), account.address.toLowerCase())
    assert.equal(receipt.to.toLowerCase(), contract.toLowerCase())
    checkLogs(receipt.logs, contract, key, text, result)
    const { from, to, blockNumber } = await client.getTransaction({ hash })
    assert.deepEqual([from, to, blockNumber], [receipt.from, receipt.to, receipt.blockNumber])
    const logs = await client.getLogs({ address: contract, fromBlock: blockNumber, toBlock: blockNumber })
    assert.deepEqual(logs.map((log) => log.data), receipt.logs.map((log) => log.data))
  }

  // A call that reverts says why: IDENTITY answers with more than 32 bytes.
  const other = await wallet.deployContract({ abi, bytecode, args: [identity] })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: other })
  const args = [message, publicKey, signature]
  const reverting = client.simulateContract({ abi, address: contractAddress, functionName: 'callEd25519Verify', args })
  await assert.rejects(reverting, /reverted with the following reason:\s+CALL failed/)
  const [block] = await Promise.all([client.getBlock(), client.getFeeHistory({ blockCount: 4, rewardPercentiles: [50] })])
  assert.equal(block.transactions.length, 1)
  assert.equal(await client.getTransactionCount({ address: account.address }), Number(block.number))
}

assert.equal(toEventSelector('LogBytes(string,bytes)'), topics.LogBytes)
assert.equal(toEventSelector('LogBytes32(string,bytes32)'), topics.LogBytes32)
for (const { address, args } of places) {
  await withServer(args, (url) => walk(url, address, http(url)))
  console.log(`viem over HTTP, ed25519 at ${address}: passed`)
}

// EIP-1559 fees and a subscription, over a WebSocket.
const [{ address }] = places
await withServer(['--at', `${address}=ed25519`], async (url) => {
  const transport = webSocket(url.replace('http:', 'ws:'))
  const client = createPublicClient({ transport })
  const seen = []
  const stop = client.watchBlockNumber({ onBlockNumber: (number) => seen.push(number) })
  await walk(url, address, transport)
  const last = await client.getBlockNumber()
  for (let waited = 0; !seen.includes(last) && waited < 200; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.ok(seen.includes(last), 'the subscription tells of the last block')
  stop()
  const rpc = await client.transport.getRpcClient()
  rpc.close()
})
console.log('viem over WebSocket, latest fork: passed')
