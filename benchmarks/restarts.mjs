// Counts requests that a server has handled and whose response never came, while it restarts under load:
// `node benchmarks/restarts.mjs [restarts]`. nginx and haproxy have to be installed.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const restarts = Number(process.argv[2] ?? 300);
const CLIENTS = 8;
/** Requests that a pipelining client sends in one packet. */
const DEPTH = 8;
/** The longest pause between two restarts, in milliseconds. */
const PAUSE = 40;
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** @typedef {(text: string) => string} Configure */

/** How a proxy of `examples/deploy` is run. @type {Record<string, { file: string, args: (file: string, folder: string) => string[] }>} */
const PROXIES = {
  nginx: {
    file: 'nginx.conf',
    args: (file, folder) => [
      ...['-p', folder, '-c', file],
      ...['-g', `daemon off; master_process off; pid ${folder}/nginx.pid; error_log /dev/null;`],
    ],
  },
  haproxy: { file: 'haproxy.cfg', args: (file) => ['-db', '-f', file] },
};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a proxy with the configuration of the example. @param {string} name @param {number[]} ports */
async function startProxy(name, [a, b]) {
  const { file, args } = /** @type {typeof PROXIES[string]} */ (PROXIES[name]);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'nextpress-restarts-'));
  const text = readFileSync(new URL(`../examples/deploy/${file}`, import.meta.url), 'utf8');
  const path = join(folder, file);
  const checks = text
    .replace(/ *option httpchk.*\n *http-check.*\n/, '')
    .replace(' check inter 1s fall 1 rise 1', '');
  writeFileSync(
    path,
    checks.replace(':8080', `:${port}`).replace(':3001', `:${a}`).replace(':3002', `:${b}`),
  );
  const child = spawn(name, args(path, folder), { env: { ...process.env, PATH }, stdio: 'ignore' });
  await wait(1_000);
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, stop };
}

/** Sends packets of requests, on a connection that it keeps, until it is stopped. */
class Client {
  #isStopped = false;
  /** The ids of the responses. @type {Set<string>} */
  received = new Set();

  /** @param {string} name @param {number} port @param {number} depth */
  constructor(name, port, depth) {
    this.done = this.#run(name, port, depth);
  }

  stop() {
    this.#isStopped = true;
    return this.done;
  }

  /** @param {string} name @param {number} port @param {number} depth */
  async #run(name, port, depth) {
    for (let connection = 0; !this.#isStopped; connection++) {
      const socket = connect(port, '127.0.0.1').setNoDelay();
      let [text, isOpen, count] = ['', true, 0];
      /** @type {string[]} */
      let pending = [];
      const send = () => {
        pending = Array.from({ length: depth }, () => this.#pathOf(`${name}-${connection}-${count++}`));
        socket.write(pending.map(requestOf).join(''));
      };
      socket
        .setEncoding('latin1')
        .on('connect', send)
        .on('error', () => {});
      socket.on('data', (chunk) => {
        text += chunk;
        const last = String(pending.at(-1));
        if (!text.endsWith(last)) return;
        this.#note(text);
        isOpen &&= !/^connection: close/im.test(text) && !this.#isStopped;
        text = '';
        if (isOpen) send();
        else socket.end();
      });
      await once(socket, 'close').catch(() => {});
      this.#note(text);
      if (count === 0) await wait(5);
    }
  }

  /** @param {string} id */
  #pathOf(id) {
    const kind = Number(/\d+$/.exec(id)?.[0]) % 5;
    return kind === 3 ? `/later-${id}.` : kind === 4 ? `/post-${id}.` : `/now-${id}.`;
  }

  /** Contents are the targets of their requests. @param {string} text */
  #note(text) {
    for (const [, id] of text.matchAll(/\r\n\r\n(\/[\w-]+\.)/g)) this.received.add(String(id));
  }
}

/** @param {string} path */
function requestOf(path) {
  if (!path.startsWith('/post')) return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello`;
}

/** @param {string} kind @param {string} route */
async function measure(kind, route) {
  const ports = [await freePort(), await freePort()];
  const script = fileURLToPath(new URL('restarts-server.mjs', import.meta.url));
  const instances = ports.map((port) => fork(script, [kind, String(port)]));
  await Promise.all(instances.map((instance) => once(instance, 'message')));
  const proxy = route in PROXIES ? await startProxy(route, ports) : undefined;
  const depth = route === 'direct, pipelined' ? DEPTH : 1;
  const clients = Array.from(
    { length: CLIENTS },
    (_, at) => new Client(`c${at}`, proxy?.port ?? Number(ports[at % 2]), depth),
  );
  for (let count = 0; count < restarts; count++) {
    await wait(Math.random() * PAUSE);
    const instance = /** @type {import('node:child_process').ChildProcess} */ (instances[count % 2]);
    instance.send('restart');
    await once(instance, 'message');
  }
  await Promise.all(clients.map((client) => client.stop()));
  const received = new Set(clients.flatMap((client) => [...client.received]));
  let [handled, lost] = [0, 0];
  for (const instance of instances) {
    instance.send('report');
    /** @type {[string[]]} */
    const [ids] = /** @type {never} */ (await once(instance, 'message'));
    handled += ids.length;
    lost += ids.filter((id) => !received.has(id)).length;
    instance.kill();
  }
  await proxy?.stop();
  console.log(`| ${route} | ${kind} | ${handled} | ${lost} |`);
}

console.log(`${restarts} restarts each, Node ${process.versions.node}\n`);
console.log('| clients | server | requests handled | without a response |\n|---|---|---|---|');
for (const route of ['direct', 'direct, pipelined', 'nginx', 'haproxy'])
  for (const kind of ['nextpress', 'node:http']) await measure(kind, route);
process.exit();
