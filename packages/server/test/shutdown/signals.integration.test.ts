import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { get, RawClient } from './raw-client.ts';

const script = fileURLToPath(new URL('signals-child.mjs', import.meta.url));

/** A process that listens with the option `signals`. */
class Child {
  output = '';
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown[]>;

  constructor(scenario: string) {
    this.#process = spawn(process.execPath, [script, scenario]);
    this.#ended = once(this.#process, 'close');
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.#process.emit('output');
      });
    }
  }

  /** Waits for output that matches, and returns its group. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.output);
      if (found !== null) return found[1] ?? '';
      const hasEnded = await Promise.race([
        once(this.#process, 'output').then(() => false),
        this.#ended.then(() => true),
      ]);
      if (hasEnded) throw new Error(`The process has ended: ${this.output}`);
    }
  }

  async hold(): Promise<RawClient> {
    const client = await RawClient.open(Number(await this.until(/port (\d+)\n/)));
    client.send(get('/hold'));
    await this.until(/held\n/);
    return client;
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Waits for the end of the process; returns its exit code. */
  async ended(): Promise<unknown> {
    const [code] = await this.#ended;
    return code;
  }
}

// Windows has no signals that a process could handle, except Ctrl-C in its console.
describe.skipIf(process.platform === 'win32')('the option signals of listen()', () => {
  test('closes all servers on SIGTERM, and then ends the process with exit code 0', async () => {
    const child = new Child('finish');
    const client = await child.hold();
    child.kill('SIGTERM');
    await client.closed;
    expect(client.responses).toMatchObject([{ body: 'late', headers: { connection: 'close' } }]);
    expect(await child.ended()).toBe(0);
    expect(child.output.match(/closed/g)).toHaveLength(1);
  });

  test('closes on SIGINT', async () => {
    const child = new Child('idle');
    await child.until(/port (\d+)\n/);
    child.kill('SIGINT');
    expect(await child.ended()).toBe(0);
    expect(child.output).toContain('closed');
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'exits immediately on a later second signal, %s',
    async (signal) => {
      const child = new Child('pending');
      const client = await child.hold();
      child.kill('SIGTERM');
      const ended = child.ended();
      // Until one of them is late enough.
      const timer = setInterval(() => child.kill(signal), 100);
      expect(await ended).toBe(128 + constants.signals[signal]);
      clearInterval(timer);
      await client.closed;
      expect(child.output).not.toContain('closed');
    },
  );

  test('treats simultaneous signals as one, because npm sends them twice', async () => {
    const child = new Child('finish');
    const client = await child.hold();
    child.kill('SIGTERM');
    child.kill('SIGINT');
    await client.closed;
    expect(client.responses).toMatchObject([{ body: 'late' }]);
    expect(await child.ended()).toBe(0);
  });

  test('prints what was aborted after the grace period', async () => {
    const child = new Child('cut');
    await child.hold();
    child.kill('SIGTERM');
    expect(await child.ended()).toBe(0);
    expect(child.output).toContain('Shutdown cut 1 connection after the grace period: GET /hold\n');
    expect(child.output).toContain('closed');
  });

  test('ends the process with exit code 1 when an onClose hook fails', async () => {
    const child = new Child('failing');
    await child.until(/port (\d+)\n/);
    child.kill('SIGTERM');
    expect(await child.ended()).toBe(1);
    expect(child.output).toContain('Error: stuck');
  });

  test('ends the process with exit code 1 when a preClose hook never settles', async () => {
    const child = new Child('stuck');
    await child.until(/port (\d+)\n/);
    child.kill('SIGTERM');
    expect(await child.ended()).toBe(1);
    expect(child.output).toContain('The preClose hook has not finished');
    expect(child.output).toContain('closed');
  });

  test('adds one listener for each signal, and leaves none after close()', async () => {
    const child = new Child('programmatic');
    expect(await child.ended()).toBe(0);
    expect(child.output).toBe('listeners 2\nclosed\nlisteners 0\n');
  });
});
