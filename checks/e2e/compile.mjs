// Compiles Ed25519Verifier.sol; `node compile.mjs --check` compares with what is kept instead.
import { readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'

const path = (name) => new URL(name, import.meta.url)
const source = readFileSync(path('Ed25519Verifier.sol'), 'utf8')
const settings = {
  evmVersion: 'istanbul',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}
const input = {
  language: 'Solidity',
  sources: { 'Ed25519Verifier.sol': { content: source } },
  settings,
}
const output = JSON.parse(solc.compile(JSON.stringify(input)))
// Istanbul is what CIP-25 was written for; that it is old is no problem.
const known = 'Support for EVM versions older than london is deprecated'
const problems = (output.errors ?? []).filter(({ message }) => !message.startsWith(known))
for (const problem of problems) console.error(problem.formattedMessage)
if (problems.length > 0) process.exit(1)

const { abi, evm } = output.contracts['Ed25519Verifier.sol'].Ed25519Verifier
const compiled = {
  compiler: `solc ${solc.version()}`,
  evmVersion: settings.evmVersion,
  optimizer: settings.optimizer,
  abi,
  bytecode: `0x${evm.bytecode.object}`,
}
const text = `${JSON.stringify(compiled, null, 2)}\n`
if (process.argv[2] !== '--check') {
  writeFileSync(path('Ed25519Verifier.json'), text)
} else if (readFileSync(path('Ed25519Verifier.json'), 'utf8') !== text) {
  console.error('Ed25519Verifier.json is not what the compiler makes; run node compile.mjs')
  process.exit(1)
}
