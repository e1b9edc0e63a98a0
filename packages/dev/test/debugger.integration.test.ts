import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { stripsTypes } from '../src/internal/entry.ts';
import { inspectOption } from '../src/internal/inspect-option.ts';
import { DebuggerClient } from './debugger-client.ts';
import { DevProcess, folderOf } from './dev-process.ts';

// Starting several processes takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** An application in TypeScript after a line that decides who compiles it. */
const TYPED = (word: string, first: string): string => `${first}
import { createServer } from 'nextpress';

interface User {
  readonly name: string;
}

const app = createServer();
app.get('/', () => ({ pid: process.pid }));
app.get('/users/:id', (req) => {
  const user: User = { name: '${word} ' + req.params.id };
  return user;
});
app.listen(PORT);
`;
/** Types alone, which Node strips, and code that only a compiler runs. */
const FIRST_LINES = { stripped: '', compiled: 'enum Color { Red, Green }' };

const PLAIN = (word: string): string => `const { createServer } = await import('nextpress');
const app = createServer();
app.get('/', () => ({ word: '${word}' }));
app.get('/users/:id', (req) => {
  const user = { name: '${word} ' + req.params.id };
  return user;
});
app.get('/crash', () => setImmediate(() => { throw new Error('crashed'); }));
app.listen(PORT);
`;

async function start(option: string): Promise<DevProcess> {
  const dev = await DevProcess.forTest({ 'server.js': PLAIN('one') });
  return dev.start(option);
}

async function stopAtUser(dev: DevProcess, client: DebuggerClient, file: string): Promise<void> {
  const path = join(dev.folder, file);
  await client.stopAt(pathToFileURL(path).href, readFileSync(path, 'utf8'), 'return user');
}

/** Sends a request, and expects its handler to stop in the source. */
async function stopInHandler(
  dev: DevProcess,
  port: number,
  file: string,
  word: string,
): Promise<DebuggerClient> {
  const client = await DebuggerClient.attach(port);
  await stopAtUser(dev, client, file);
  const response = dev.get('/users/7');
  const { line, frame } = await client.stopped();
  const lines = readFileSync(join(dev.folder, file), 'utf8').split('\n');
  expect(lines[line - 1]).toBe('  return user;');
  expect(await client.evaluate(frame, 'user.name')).toBe(`${word} 7`);
  await client.resume();
  expect(await response.then((each) => each.json())).toEqual({ name: `${word} 7` });
  return client;
}

describe.each(['stripped', 'compiled'] as const)(
  'nextpress dev --inspect with TypeScript that is %s',
  (kind) => {
    test.skipIf(kind === 'stripped' && !stripsTypes())(
      'stops at a breakpoint in a handler, before and after a restart',
      async () => {
        const port = await freePort();
        const typed = (word: string): string => TYPED(word, FIRST_LINES[kind]);
        const dev = await DevProcess.forTest({ 'server.ts': typed('one') });
        dev.link('tsx', folderOf('tsx'));
        dev.start(`--inspect=${port}`);
        await dev.until('pid');
        const client = await stopInHandler(dev, port, 'server.ts', 'one');
        dev.write({ 'server.ts': typed('two') });
        await client.closed();
        await dev.until('two', '/users/1');
        await stopInHandler(dev, port, 'server.ts', 'two');
      },
    );
  },
);

describe('nextpress dev', () => {
  test('restarts an application that has stopped at a breakpoint', async () => {
    const port = await freePort();
    const dev = await start(`--inspect=${port}`);
    await dev.until('one');
    const client = await DebuggerClient.attach(port);
    await stopAtUser(dev, client, 'server.js');
    const lost = dev.get('/users/7').catch(() => undefined);
    await client.stopped();
    dev.write({ 'server.js': PLAIN('two') });
    await dev.until('two');
    await lost;
  });

  test('shows the error of an application that crashes while a debugger is attached', async () => {
    const port = await freePort();
    const dev = await start(`--inspect=${port}`);
    await dev.until('one');
    const client = await DebuggerClient.attach(port);
    void dev.get('/crash').catch(() => undefined);
    await client.closed();
    await dev.until('crashed');
  });

  test('--inspect-brk stops before the first line of the entry', async () => {
    const port = await freePort();
    const dev = await start(`--inspect-brk=${port}`);
    const client = await DebuggerClient.attach(port);
    const { url, line } = await client.stopped();
    expect(url).toBe(pathToFileURL(join(dev.folder, 'server.js')).href);
    expect(line).toBe(1);
    await client.resume();
    await dev.until('one');
  });

  test('debugs the application, and not itself, by --inspect in NODE_OPTIONS', async () => {
    const port = await freePort();
    const dev = await DevProcess.forTest({ 'server.js': PLAIN('one') });
    dev.startInTerminal({ NODE_OPTIONS: `--inspect=${port} --no-deprecation` });
    await dev.until('one');
    await stopInHandler(dev, port, 'server.js', 'one');
  });

  test('says that the port of the debugger is in use, and starts once it is free', async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as { readonly port: number };
    const dev = await start(`--inspect=${port}`);
    await dev.untilPrinted(
      `Cannot open port ${port} for the debugger: another process probably listens there.`,
    );
    await dev.untilPrinted('Waiting for a change');
    other.close();
    dev.write({ 'server.js': PLAIN('two') });
    await dev.until('two');
  });

  test('does not wait for an attached debugger when the process ends', async () => {
    const port = await freePort();
    const ending = (word: string): string =>
      `${PLAIN(word)}process.once('SIGTERM', () => { console.log('${word} ends'); process.exit(); });\n`;
    const dev = await DevProcess.forTest({ 'server.js': ending('one') });
    dev.start(`--inspect=${port}`);
    await dev.until('one');
    await DebuggerClient.attach(port);
    dev.write({ 'server.js': ending('two') });
    await dev.until('two');
    await DebuggerClient.attach(port);
    dev.signal('SIGTERM');
    await dev.exited;
    await dev.untilPrinted('two ends');
    expect(dev.output).toContain('one ends');
    expect(dev.output).not.toContain('Waiting for the debugger');
  });

  test.each([
    ['an entry', ['./inspect'], './inspect'],
    ['the value of another option', ['--watch', './inspect', 'missing.js'], 'missing.js'],
    ['an argument after --', ['--', '--inspect'], '--inspect'],
  ])('does not take %s for the option --inspect', async (_kind, args, entry) => {
    const dev = (await DevProcess.forTest({})).start(...args);
    expect(await dev.exited).not.toBe(0);
    expect(dev.output).toContain(`Cannot find ${entry}: expected the path`);
  });

  test('frees the port of an attached debugger when the command is killed', async () => {
    const port = await freePort();
    const dev = await start(`--inspect=${port}`);
    await dev.until('one');
    const client = await DebuggerClient.attach(port);
    dev.signal('SIGKILL');
    await client.closed();
    await expect.poll(() => isFree(port)).toBe(true);
  });

  test('says that the host of the debugger may not be of this machine', async () => {
    const port = await freePort();
    const dev = await start(`--inspect=192.0.2.1:${port}`);
    await dev.untilPrinted('or 192.0.2.1 is not an address of this machine.');
  });

  test.each(['80 80', 'abc', '80x', '80', '65536', 'localhost:', 'a:b', '[::1]'])(
    'refuses --inspect=%s',
    async (value) => {
      const dev = await start(`--inspect=${value}`);
      expect(await dev.exited).not.toBe(0);
      expect(dev.output).toContain('Invalid inspect: expected --inspect, --inspect-wait or --inspect-brk');
      expect(dev.output).toContain(`such as --inspect=9230, got '--inspect=${value}'`);
    },
  );
});

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

describe('inspectOption', () => {
  test.each([true, '', 9229, null, ' --inspect', '--inspect --inspect', '--inspect=', '--inspectx'])(
    'refuses %j',
    (given) => expect(() => inspectOption(given as string)).toThrow(/^Invalid inspect: .*, got /),
  );

  test.each([
    '--inspect',
    '--inspect-brk=0',
    '--inspect-wait=65535',
    '--inspect=localhost:9229',
    '--inspect=[::1]:9229',
  ])('accepts %s', (given) => expect(inspectOption(given)).toBe(given));
});
