// What the scripts share: the server's process, the inputs of the walk-through, and a way to compare.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import assert from 'node:assert/strict'

export { assert }

export const publicKey = '0x304b6bb12f4dcffd4b147881bdeebfc63b7fb61412a3b696a530df076dde0546'
export const wrongKey = '0x204b6bb12f4dcffd4b147881bdeebfc63b7fb61412a3b696a530df076dde0546'
export const signature = [
  '0xb3624c07c18b1abdb8f4808f0115e6a33d7323ac821976479cfae8426e86c178',
  '0xbd32dacce8f0d52456da8dfaf88cb42f352679674f9d4980635c9c686c6c560d',
]
export const message = '0x74657374206d657373616765'
export const wrongMessage = '0x64257374206d657373616765'
export const valid = `0x${'00'.repeat(32)}`
export const invalid = `0x${'00'.repeat(31)}01`

/** The precompile's input: key, signature, message. */
export const input = (key, text) => `0x${[key, ...signature, text].map((part) => part.slice(2)).join('')}`

/** Both places of the precompile, with the server's arguments. */
export const places = [
  { address: '0x000000000000000000000000000000000000000a', args: ['--fork', 'istanbul', '--at', '0x0a=ed25519'] },
  { address: '0x00000000000000000000000000000000000000f3', args: ['--set', 'celo-donut'] },
]

/** Starts `gigagas serve` on a free port of this machine, hands its URL to `use`, and ends it. */
export async function withServer(args, use) {
  const program = process.env.GIGAGAS ?? 'gigagas'
  const options = { stdio: ['ignore', 'pipe', 'inherit'] }
  const server = spawn(program, ['--json', 'serve', '--port', '0', '--quiet', ...args], options)
  try {
    const lines = createInterface({ input: server.stdout })
    const [line] = await Promise.race([
      once(lines, 'line'),
      once(server, 'exit').then(() => assert.fail('the server ended')),
    ])
    await use(JSON.parse(line).url)
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    assert.equal(server.exitCode, 0, 'the server ends cleanly when it is told to')
  }
}
