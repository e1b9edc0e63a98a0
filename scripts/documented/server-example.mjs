/**
 * A documented server and the commands that request it: a block `js server` whose code calls `listen(3000)`, and the next
 * block `sh` with lines `curl … # output`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { capture } from '../child.mjs';

const LISTEN = '.listen(3000)';
/** Prints the port, so that examples can run side by side. */
const LISTEN_ON_FREE_PORT = '.listen(0, function () { console.log(this.address().port); })';
const CURL = /^(curl .*?) +# (.*)$/gm;

/**
 * @typedef {object} ServerExample
 * @property {string} path
 * @property {number} line Of the first line of code.
 * @property {string} code
 * @property {readonly { command: string, output: string }[]} requests
 */

/** @param {string} path @param {string} text @returns {ServerExample[]} */
export function serverExamplesOf(path, text) {
  return [...text.matchAll(/^```js server\n([\s\S]*?)^```[\s\S]*?^```sh\n([\s\S]*?)^```/gm)].map((match) => ({
    path,
    line: text.slice(0, match.index).split('\n').length + 1,
    code: (match[1] ?? '').replace(LISTEN, LISTEN_ON_FREE_PORT),
    requests: [...(match[2] ?? '').matchAll(CURL)].map(([, command = '', output = '']) => ({
      command,
      output,
    })),
  }));
}

/**
 * Starts the server and runs the commands.
 *
 * @param {string} file The program.
 * @param {ServerExample} example
 * @returns {Promise<string | undefined>} what is not as documented
 */
export async function tryServerExample(file, { requests }) {
  if (requests.length === 0) return 'the next sh block has no line "curl … # output"';
  const server = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [first] = await Promise.race([
      once(server.stdout.setEncoding('utf8'), 'data'),
      once(server, 'exit').then(() => ['']),
    ]);
    const port = Number.parseInt(first, 10);
    if (Number.isNaN(port)) return `the server does not call ${LISTEN}, or does not start`;
    for (const { command, output } of requests) {
      const shown = await capture('sh', [
        '-c',
        command.replace('localhost:3000', `127.0.0.1:${port}`).replace('curl', 'curl -s'),
      ]);
      if (shown.output.trim() !== output)
        return `${command} prints ${shown.output.trim()}, documented is ${output}`;
    }
    return undefined;
  } finally {
    server.kill();
  }
}
