import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isFullRun, selfSigned } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('register/child.mjs', import.meta.url));
const tls = JSON.stringify(selfSigned());
const entry = '@nextpress/fast-lane/register';

interface Run {
  /** Node's arguments. */
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

interface Observed {
  readonly [fact: string]: unknown;
  readonly fast?: number;
}

/** What a process observes in a scene; it prints nothing else. */
async function observe(scene: string, { flags = [], env = {} }: Run = {}): Promise<Observed> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, script, scene, tls], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, NODE_OPTIONS: '', NEXTPRESS_FAST_LANE: '', ...env },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Observed;
}

const registered: Run = { flags: ['--import', entry] };

// Each case starts two processes or more.
describe.runIf(isFullRun)(
  'every server that listens is served by the lane, and clients receive the same as without it',
  () => {
    test.each([
      ['createServer imported by name', 2],
      ['createServer from the namespace', 2],
      ['createServer required', 2],
      ['new Server', 2],
      ['Server without new', 2],
      ['a subclass', 2],
      ['https.createServer', 2],
      ['new https.Server', 2],
      ['Express', 2],
      ['a server that listens again', 4],
      ['a WebSocket', 2],
      ['server.close() in a handler', 2],
      ['a cluster', 2],
      ['a worker thread', 2],
      // It is not one of Node's own classes, so Node serves it.
      ['a request class without its own constructor', 0],
      ['a server that a framework keeps out of the lane', 0],
    ])('%s', async (scene, fast) => {
      const plain = await observe(scene);
      expect(plain.fast).toBe(0);
      expect(await observe(scene, registered)).toEqual({ ...plain, fast });
    });
  },
);

test.each(['HTTP/2, and HTTP/1 on its port', 'a net.Server', 'what a program can see'])(
  'nothing is changed: %s',
  async (scene) => {
    expect(await observe(scene, registered)).toEqual(await observe(scene));
  },
);

test.each<[string, Run]>([
  ['--require', { flags: ['--require', entry] }],
  ['--import and --require', { flags: ['--import', entry, '--require', entry] }],
  ['NODE_OPTIONS', { env: { NODE_OPTIONS: `--import ${entry}` } }],
  ['NEXTPRESS_FAST_LANE=on', { ...registered, env: { NEXTPRESS_FAST_LANE: 'on' } }],
])('%s turns the lane on', async (_name, run) => {
  expect(await observe('createServer imported by name', run)).toMatchObject({ fast: 2 });
});

test.each(['off', 'OFF', 'false', '0'])('NEXTPRESS_FAST_LANE=%s turns it off', async (value) => {
  const run = { ...registered, env: { NEXTPRESS_FAST_LANE: value } };
  expect(await observe('createServer imported by name', run)).toMatchObject({ fast: 0 });
});
