import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { startServer } from '../ablation/measure.mjs';
import { intact, rows } from '../ablation/rows.mjs';
import { get, order, post } from '../lane/requests.mjs';
import { withoutDate } from '../lane/response.mjs';

// Every test starts processes.
vi.setConfig({ testTimeout: 120_000 });

const scenario = {
  name: 'every helper',
  title: '',
  app: new URL('ablation-app.mjs', import.meta.url),
  pipelining: 1,
  requests: [],
  answer: '',
  hasListener: false,
};
const targets = [
  '/',
  '/?page=2',
  '/users/7?fields=name',
  '/users/%C3%A9',
  '/files/new',
  '/files/new?page=2',
  '/files/a/b',
  '/short',
  '/typed',
  '/empty',
  '/away',
  '/bytes',
  '/failing',
  '/nowhere',
];
const head = Buffer.from('HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n');
const last = Buffer.from('GET /users/9 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

/** Everything that a server says to all of the requests, sent at once on one connection. */
function conversation(port: number): Promise<string> {
  const requests = [...targets.map((target) => get(target)), post('/echo', order), head, last];
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.concat(requests)));
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(withoutDate(text)));
    socket.on('error', reject);
  });
}

async function answersOf(row: string) {
  const server = await startServer(scenario, row);
  try {
    return { text: await conversation(server.port), replaced: await server.ask('replaced') };
  } finally {
    await server.stop();
  }
}

describe('a server without an optimisation', () => {
  const whole = answersOf(intact);

  test.each(rows)('answers like the packages: $name', async ({ name, modules }) => {
    const { text, replaced } = await answersOf(name);
    expect(text).toBe((await whole).text);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(targets.length + 3);
    expect(replaced).toEqual(Object.keys(modules));
  });
});

test('a module that nothing imports is told: its replacement switches nothing off', () => {
  const program = `
    import { replaceModules } from './ablation/replace-modules.mjs';
    const missing = replaceModules({ 'core/internal/no-such-module': 'no-fast-lane', 'fast-lane/fast-lane': 'no-fast-lane' });
    const { createServer } = await import('nextpress');
    createServer();
    console.log(missing().join());`;
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const args = ['--no-warnings', '--input-type=module', '--eval', program];
  const { stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  expect(stdout.trim()).toBe('core/internal/no-such-module');
});
