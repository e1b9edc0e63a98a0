// Measures how long `nextpress dev` takes from saving a file to the first response with the new code, for a project of the template
// api, while eight clients send requests: `node benchmarks/dev.mjs [saves]`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describeMachine, warnIfBusy } from '@nextpress-internal/bench-kit/machine';
import { quantile } from '@nextpress-internal/bench-kit/statistics';
import { createProject } from 'create-nextpress';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = join(ROOT, 'packages/nextpress/dist/command.js');
const CLIENTS = 8;
/** Between two requests of a client, in milliseconds. */
const PAUSE = 10;
/** Between two saves. */
const REST = 500;
const TIME_LIMIT = 30_000;

/** @param {number} saves */
async function measure(saves) {
  warnIfBusy();
  const folder = join(mkdtempSync(join(tmpdir(), 'nextpress-dev-')), 'api');
  const port = await freePort();
  createVersionedProject(folder);
  const env = { ...process.env, PORT: String(port) };
  const server = spawn(process.execPath, [COMMAND, 'dev', 'src/server.ts'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  const clients = new Clients(`http://127.0.0.1:${port}/version`);
  /** @type {number[]} */
  const times = [];
  try {
    await clients.start();
    // The first save warms up.
    for (let version = 1; version <= saves + 1; version++) {
      const savedAt = performance.now();
      writeVersion(folder, version);
      const servedAt = await clients.firstOf(version);
      if (version > 1) times.push(servedAt - savedAt);
      await setTimeout(REST);
    }
  } finally {
    await clients.stop();
    server.kill();
    await once(server, 'exit');
    rmSync(join(folder, '..'), { recursive: true });
  }
  print(times, clients);
}

/** The template, with the dependencies of its own tests and a route that responds with a number from a module. @param {string} folder */
function createVersionedProject(folder) {
  createProject({
    folder,
    template: 'api',
    language: 'ts',
    packageManager: 'npm',
    tests: 'node',
    docker: false,
  });
  symlinkSync(join(ROOT, 'packages/create-nextpress/node_modules'), join(folder, 'node_modules'), 'junction');
  writeVersion(folder, 0);
  writeFileSync(
    join(folder, 'src/server.ts'),
    `import { createApp } from './app.ts';
    import { version } from './version.ts';
    const app = createApp();
    app.get('/version', (_req, res) => res.json(version));
    app.listen({ port: Number(process.env.PORT), signals: true });\n`,
  );
}

/** @param {string} folder @param {number} version */
function writeVersion(folder, version) {
  writeFileSync(join(folder, 'src/version.ts'), `export const version: number = ${version};\n`);
}

/** Clients that request an address all the time, and note when they first get each version. */
class Clients {
  requests = 0;
  failed = 0;
  #url;
  #isRunning = true;
  /** @type {Map<number, number>} */
  #firsts = new Map();
  /** @type {Promise<void>[]} */
  #clients = [];

  /** @param {string} url */
  constructor(url) {
    this.#url = url;
  }

  /** Begins when the server listens. */
  async start() {
    const deadline = Date.now() + TIME_LIMIT;
    while (
      !(await fetch(this.#url).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (Date.now() > deadline) throw new Error('nextpress dev does not respond');
      await setTimeout(100);
    }
    this.#clients = Array.from({ length: CLIENTS }, () => this.#run());
  }

  /** When the first response with a version arrived. @param {number} version */
  async firstOf(version) {
    const deadline = Date.now() + TIME_LIMIT;
    for (;;) {
      const time = this.#firsts.get(version);
      if (time !== undefined) return time;
      if (Date.now() > deadline) throw new Error(`version ${version} was not served`);
      await setTimeout(PAUSE);
    }
  }

  async stop() {
    this.#isRunning = false;
    await Promise.all(this.#clients);
  }

  async #run() {
    while (this.#isRunning) {
      this.requests++;
      try {
        const response = await fetch(this.#url);
        const version = Number(await response.text());
        if (!response.ok) this.failed++;
        else if (!this.#firsts.has(version)) this.#firsts.set(version, performance.now());
      } catch {
        this.failed++;
      }
      await setTimeout(PAUSE);
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {readonly number[]} times @param {Clients} clients */
function print(times, { requests, failed }) {
  const { processor, cores, platform, load } = describeMachine();
  const [median = 0, high = 0] = [0.5, 0.95].map((share) => Math.round(quantile(times, share)));
  console.log(`Node ${process.versions.node}, ${processor}, ${cores} cores, ${platform}, load ${load}`);
  console.log(`${times.length} saves: served after ${median} ms (median), ${high} ms (95th percentile)`);
  console.log(`${requests} requests of ${CLIENTS} clients, ${failed} failed`);
}

await measure(Number(process.argv[2] ?? 25));
