import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { capture } from '../child.mjs';
import { matrixNodes } from '../node-matrix.mjs';

/**
 * What a documented program gets besides its code.
 *
 * @typedef {object} Service
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [node] The Node that runs the program.
 * @property {() => unknown} [stop]
 */

/**
 * The services that a program can name in its fence, as in `js server redis`. Without one, it is skipped for the reason that is returned.
 *
 * @type {Record<string, () => Promise<Service | string>>}
 */
const services = { redis, postgres, sqlite, identity };

/**
 * @param {readonly string[]} names
 * @returns {Promise<Required<Service> | string>} A reason to skip the program when a service is not available.
 */
export async function startServices(names) {
  /** @type {Service[]} */
  const started = [];
  const stop = () => Promise.all(started.map((service) => service.stop?.()));
  for (const name of names) {
    const start = services[name];
    if (start === undefined)
      throw new Error(`Unknown service "${name}": expected ${Object.keys(services).join(', ')}`);
    const service = await start();
    if (typeof service === 'string') {
      await stop();
      return service;
    }
    started.push(service);
  }
  const env = Object.assign({}, ...started.map((service) => service.env));
  return { env, node: started.find(({ node }) => node !== undefined)?.node ?? process.execPath, stop };
}

/** A Redis that keeps nothing on disk. @returns {Promise<Service | string>} */
async function redis() {
  if (spawnSync('redis-server', ['--version']).status !== 0) return 'redis-server is not installed';
  const port = await freePort();
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', settings, { stdio: 'ignore' });
  await untilOpen(port);
  return {
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** @returns {Promise<Service | string>} */
async function postgres() {
  const bin = foldersOfPostgres().find((folder) => existsSync(join(folder, 'initdb')));
  if (bin === undefined) return 'PostgreSQL is not installed';
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const user = userForPostgres();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  /** @param {string} command @param {string[]} args */
  const run = (command, ...args) => capture(join(bin, command), args, { ...user, cwd: folder });
  const settings = `-p ${port} -h 127.0.0.1 -k '' -c fsync=off`;
  const steps = [
    () => run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-N'),
    () => run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start'),
  ];
  for (const step of steps) {
    const { code, output } = await step();
    if (code !== 0) throw new Error(`PostgreSQL does not start: ${output}`);
  }
  return {
    env: { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` },
    async stop() {
      await run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function foldersOfPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...(process.env.PATH ?? '').split(':'), ...versions.map((version) => join(debian, version, 'bin'))];
}

/** PostgreSQL refuses to run as root. */
function userForPostgres() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (/** @type {string} */ flag) => Number(spawnSync('id', [flag, 'nobody']).stdout.toString());
  return { uid: id('-u'), gid: id('-g') };
}

/** `node:sqlite` came with Node 22, so another Node of the matrix may have to run the program. @returns {Promise<Service | string>} */
async function sqlite() {
  if (isBuiltin('node:sqlite')) return {};
  const node = matrixNodes().find(({ major, path }) => Number(major) >= 22 && existsSync(path))?.path;
  return node === undefined ? `Node ${process.versions.node} has no node:sqlite` : { node };
}

/** @returns {Promise<Service>} */
async function identity() {
  // Its output is ignored because it warns about Node 20 and about being a test.
  const child = fork(new URL('identity-provider.mjs', import.meta.url), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [issuer] = await Promise.race([once(child, 'message'), exited]);
  if (typeof issuer !== 'string') throw new Error('the identity provider does not start');
  return {
    env: { ISSUER: issuer, CLIENT_ID: 'app', CLIENT_SECRET: 'secret' },
    async stop() {
      child.kill();
      await exited;
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {number} port @throws Error after ten seconds */
async function untilOpen(port) {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
  throw new Error(`nothing listens on port ${port}`);
}
