import { memoryUsage } from 'node:process';

/**
 * The server's side of the runner, the same in Node, Bun and Deno: says where it listens, then answers questions that
 * come as lines on standard input with lines of JSON on standard output. It ends with its input.
 *
 * @param {number} port
 * @param {Record<string, () => unknown>} [more] Questions that only this process can answer.
 */
export function control(port, more = {}) {
  /** @type {Record<string, () => unknown>} */
  const answers = { cpu: cpuTime, memory, ...more };
  /** @param {unknown} answer */
  const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  // The runner decides when this process ends, also when Ctrl-C reaches the whole process group.
  process.on('SIGINT', () => {});
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', async (question) => say((await answers[String(question).trim()]?.()) ?? null));
  process.stdin.on('end', () => process.exit());
  say({ port });
}

/** Processor time so far, user and system, in microseconds. */
export function cpuTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Bytes, after a collection where the runtime allows one. */
function memory() {
  const { Bun } = /** @type {{ Bun?: { gc?(force: boolean): void } }} */ (globalThis);
  for (let times = 0; times < 4; times++) {
    globalThis.gc?.();
    Bun?.gc?.(true);
  }
  const { rss, heapUsed, external } = memoryUsage();
  return { rss, heap: heapUsed + external };
}
