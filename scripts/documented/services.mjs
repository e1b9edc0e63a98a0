import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import S3rver from 's3rver';
import { capture } from '../child.mjs';
import { freePort } from '../free-port.mjs';
import { matrixNodes } from '../node-matrix.mjs';

/**
 * What a documented program needs besides its code.
 *
 * @typedef {object} Service
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [node] The Node that runs the program.
 * @property {() => unknown} [stop]
 */

/**
 * The services that a program can name in its fence, as in `js server redis`. If a service is missing, the program is skipped and the reason printed.
 *
 * @type {Record<string, () => Promise<Service | string>>}
 */
const services = { redis, postgres, sqlite, identity, model, s3, certificate, telemetry };

/**
 * @param {readonly string[]} names
 * @param {Record<string, () => Promise<Service | string>>} [known]
 * @returns {Promise<Required<Service> | string>} A reason to skip the program when a service is not available.
 */
export async function startServices(names, known = services) {
  /** @type {Service[]} */
  const started = [];
  const stop = () => Promise.all(started.map((service) => service.stop?.()));
  try {
    for (const name of names) {
      const start = known[name];
      if (start === undefined)
        throw new Error(`Unknown service "${name}": expected ${Object.keys(known).join(', ')}`);
      const service = await start();
      if (typeof service === 'string') {
        await stop();
        return service;
      }
      started.push(service);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const env = Object.assign({}, ...started.map((service) => service.env));
  return { env, node: started.find(({ node }) => node !== undefined)?.node ?? process.execPath, stop };
}

/** A Redis without persistence. @returns {Promise<Service | string>} */
async function redis() {
  if (spawnSync('redis-server', ['--version']).status !== 0) return 'redis-server is not installed';
  const port = await freePort();
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  await untilPrinted(child.stdout, 'Ready to accept connections');
  return {
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    async stop() {
      child.kill();
      await exited;
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
  /** @param {string} command @param {string[]} args */
  const run = async (command, ...args) => {
    const { code, output } = await capture(join(bin, command), args, { ...user, cwd: folder });
    if (code !== 0) throw new Error(`PostgreSQL did not start: ${output}`);
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-N');
    const port = await freePort();
    const settings = `-p ${port} -h 127.0.0.1 -k '' -c fsync=off`;
    await run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start');
    return {
      env: { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` },
      async stop() {
        await run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
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
  if (typeof issuer !== 'string') throw new Error('the identity provider did not start');
  return {
    env: { ISSUER: issuer, CLIENT_ID: 'app', CLIENT_SECRET: 'secret' },
    async stop() {
      child.kill();
      await exited;
    },
  };
}

/** A language model with the API of OpenAI, which always replies the same. @returns {Promise<Service>} */
async function model() {
  const server = createServer(async (_req, res) => {
    for (const token of ['Air ', 'scatters ', 'blue ', 'light ', 'more ', 'than ', 'red.']) {
      res.write(`data: ${JSON.stringify({ choices: [{ delta: { content: token } }] })}\n\n`);
      await setImmediate();
    }
    res.end('data: [DONE]\n\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: 'secret' },
    stop: () => server.close(),
  };
}

/** An S3 with a bucket named `files`. @returns {Promise<Service>} */
async function s3() {
  const directory = mkdtempSync(join(tmpdir(), 's3-'));
  const configureBuckets = [{ name: 'files', configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      BUCKET: 'files',
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A self-signed certificate for localhost. @returns {Promise<Service | string>} */
async function certificate() {
  if (spawnSync('openssl', ['version']).status !== 0) return 'openssl is not installed';
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const env = { TLS_CERT: join(folder, 'localhost.pem'), TLS_KEY: join(folder, 'localhost-key.pem') };
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', env.TLS_KEY, '-out', env.TLS_CERT];
  const { code, output } = await capture('openssl', ['req', '-x509', ...curve, ...subject, ...files]);
  if (code !== 0) throw new Error(`openssl makes no certificate: ${output}`);
  return { env, stop: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Loads the `telemetry.mjs` of the page first. @returns {Promise<Service>} */
async function telemetry() {
  return { env: { NODE_OPTIONS: '--import ./telemetry.mjs' } };
}

/** Resolves at the first line that contains `text`. @param {import('node:stream').Readable} output @param {string} text @throws Error with the output if it ends earlier */
export async function untilPrinted(output, text) {
  let printed = '';
  for await (const chunk of output.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (printed.includes(text)) {
      output.resume();
      return;
    }
  }
  throw new Error(`Expected "${text}" in the output of a service, got: ${printed}`);
}
