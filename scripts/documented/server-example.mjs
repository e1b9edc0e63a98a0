/**
 * A documented server and the commands that request it: a block `js server` (or `ts server`) whose code calls `listen(3000)`, and the
 * next block `sh` with lines `curl … # output`, whose output may also be on the next line. `js server redis` also names a service that
 * the server needs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { capture } from '../child.mjs';
import { startServices } from './services.mjs';

const LISTEN = /\.listen\((.*?)\b3000\b(.*)\);$/m;
/** The callback of `listen`, because examples run side by side, each on a free port. */
const PRINT_PORT = 'function () { console.log(this.address().port); }';
/** What each server may read from its environment. */
const SECRETS = { SESSION_SECRET: 'a secret for sessions' };
/** In milliseconds, for a server and all commands. */
const TIME_LIMIT = 60_000;
const CURL = /^(curl (?:\\\n|.)*?)(?:\s+# (.*)|(?<!\\))$/gm;

/**
 * @typedef {object} Served
 * @property {readonly string[]} services
 * @property {readonly { command: string, output: string | undefined }[]} requests
 *
 * @typedef {import('./blocks.mjs').Block & Served} ServerExample
 */

/** @param {readonly import('./blocks.mjs').Block[]} blocks Of a page. @returns {ServerExample[]} */
export function serverExamplesOf(blocks) {
  const isServer = (/** @type {{ kind: string }} */ { kind }) => /^[jt]s server\b/.test(kind);
  return blocks.flatMap((block, index) => {
    if (!isServer(block)) return [];
    // Unless another server comes first.
    const next = blocks.slice(index + 1).find((each) => each.kind === 'sh' || isServer(each));
    const commands = next?.kind === 'sh' ? next.code : '';
    return {
      ...block,
      code: block.code.replace(LISTEN, (_, before, after) => `.listen(${before}0${after}, ${PRINT_PORT});`),
      services: block.kind.split(' ').slice(2),
      requests: [...commands.matchAll(CURL)].map(([, command = '', output]) => ({ command, output })),
    };
  });
}

/**
 * Starts the server and runs the commands.
 *
 * @param {string} file The program.
 * @param {Served} example
 * @param {string} cwd Also for the files that the commands write.
 * @returns {Promise<{ problem?: string | undefined, skipped?: string }>} what differs from the documentation, or why it was not run
 */
export async function tryServerExample(file, { requests, services }, cwd) {
  if (requests.length === 0) return { problem: 'the next sh block has no line "curl … # output"' };
  const silent = requests.find(({ output }) => output === undefined);
  if (silent !== undefined) return { problem: `${silent.command} has no "# output"` };
  const started = await startServices(services);
  if (typeof started === 'string') return { skipped: started };
  const env = { ...process.env, ...SECRETS, ...started.env };
  const server = spawn(started.node, [file], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(server, 'close');
  // It may never print a port.
  const timer = setTimeout(() => server.kill('SIGKILL'), TIME_LIMIT);
  const errors = textOf(server.stderr);
  let problem;
  try {
    const port = await firstNumber(server.stdout);
    server.stdout.resume();
    problem =
      port === undefined
        ? 'the server does not call .listen(3000), or does not start'
        : await compareOutputs(requests, port, { cwd, env: started.env });
  } finally {
    clearTimeout(timer);
    server.kill('SIGKILL');
    await closed;
    await started.stop();
  }
  return { problem: problem && `${problem}\n${errors()}`.trim() };
}

/**
 * @param {ServerExample['requests']} requests
 * @param {string} port On which the server listens instead of 3000.
 * @param {import('../child.mjs').ChildOptions} options
 */
async function compareOutputs(requests, port, options) {
  const curl = `curl() { command curl -s --max-time 10 --noproxy '*' --connect-to localhost:3000:127.0.0.1:${port} "$@"; }`;
  for (const { command, output } of requests) {
    const shown = (await capture('sh', ['-c', `${curl}\n${command}`], options)).output.trim();
    if (shown !== output) return `${command} prints ${shown}, expected ${output}`;
  }
  return undefined;
}

/** Collects the text of a stream. @param {import('node:stream').Readable} stream */
function textOf(stream) {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

/** The first line that is a number: the application may print other lines. @param {import('node:stream').Readable} output */
async function firstNumber(output) {
  for await (const line of createInterface({ input: output })) if (/^\d+$/.test(line)) return line;
  return undefined;
}
