// Measures the server's CPU time per megabyte of an upload: `node benchmarks/uploads.mjs [rounds]`. Each kind of server takes a
// file of 8 MB into memory, to the disk, or reads it as a stream; the kinds take turns.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { multipart } from '@nextpress/multipart';
import { describeMachine, warnIfBusy } from '@nextpress-internal/bench-kit/machine';
import { quantile } from '@nextpress-internal/bench-kit/statistics';
import busboy from 'busboy';
import multer from 'multer';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {(req: any, res: any, next: (error?: unknown) => void) => void} Middleware */

const SIZE = 8 * 2 ** 20;
const BOUNDARY = '----WebKitFormBoundaryABCDEFGHIJKLMNOP';
const UPLOADS = 5;
/** Not part of the URL, so that each handler is the whole server. */
const OK = 'stored';

/** The load generator is this module in a process of its own, with the port as argument. */
if (process.send === undefined) await measure(Number(process.argv[2] ?? 15));
else sendUploads(Number(process.argv[2]));

/** @param {number} rounds */
async function measure(rounds) {
  warnIfBusy();
  const folder = await mkdtemp(join(tmpdir(), 'nextpress-uploads-'));
  const handlers = createHandlers(folder);
  let handler = /** @type {(req: Request, res: Response) => void} */ (() => {});
  const server = createServer((req, res) => handler(req, res));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const client = fork(import.meta.filename, [String(port)]);
  /** @type {Map<string, number[]>} */
  const times = new Map(Object.keys(handlers).map((name) => [name, []]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, each] of Object.entries(handlers)) {
      handler = each;
      await mkdir(folder, { recursive: true });
      const before = process.cpuUsage();
      client.send('go');
      await once(client, 'message');
      const { user, system } = process.cpuUsage(before);
      if (round > 0) times.get(name)?.push((user + system) / 1000 / ((UPLOADS * SIZE) / 2 ** 20));
      await rm(folder, { recursive: true });
    }
  }
  client.kill();
  server.close();
  const { processor, cores, platform } = describeMachine();
  console.log(
    `Node ${process.versions.node}, ${processor}, ${cores} cores, ${platform}; ms of CPU time per MB\n`,
  );
  for (const [name, all] of times) {
    const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(all, share).toFixed(2));
    console.log(`${name.padEnd(24)} ${median}   (${low} to ${high})`);
  }
}

/** @param {string} folder @returns {Record<string, (req: Request, res: Response) => void>} */
function createHandlers(folder) {
  const limits = { fileSize: '100mb', totalSize: '100mb' };
  return {
    'memory  busboy': (req, res) => {
      /** @type {Buffer[]} */
      const chunks = [];
      const form = busboy({ headers: req.headers });
      form.on('file', (_name, file) => file.on('data', (chunk) => chunks.push(chunk)));
      form.on('close', () => res.end(Buffer.concat(chunks).length === SIZE ? OK : 'wrong size'));
      req.pipe(form);
    },
    'memory  multer': runs(multer().any(), (req) => req.files[0].size),
    'memory  nextpress': runs(multipart({ limits }), (req) => req.files[0].size),
    'disk    busboy': (req, res) => {
      /** @type {Promise<void> | undefined} */
      let written;
      const form = busboy({ headers: req.headers });
      form.on('file', (_name, file) => {
        written = pipeline(file, createWriteStream(join(folder, randomUUID())));
      });
      form.on('close', async () => {
        await written;
        res.end(OK);
      });
      req.pipe(form);
    },
    'disk    multer': runs(multer({ dest: folder }).any(), (req) => req.files[0].size),
    'disk    nextpress': runs(multipart({ storage: { folder }, limits }), (req) => req.files[0].size),
    'stream  busboy': (req, res) => {
      let size = 0;
      const form = busboy({ headers: req.headers });
      form.on('file', async (_name, file) => {
        for await (const chunk of file) size += chunk.length;
      });
      form.on('close', () => res.end(size === SIZE ? OK : 'wrong size'));
      req.pipe(form);
    },
    'stream  nextpress': runs(multipart({ storage: false, limits }), async (req) => {
      let size = 0;
      for await (const part of req.parts()) for await (const chunk of part.stream) size += chunk.length;
      return size;
    }),
  };
}

/** @param {Middleware} middleware @param {(req: any) => number | Promise<number>} sizeOf */
function runs(middleware, sizeOf) {
  return (/** @type {Request} */ req, /** @type {Response} */ res) =>
    middleware(req, res, async (error) => {
      res.end(error === undefined ? ((await sizeOf(req)) === SIZE ? OK : 'wrong size') : String(error));
    });
}

/** @param {number} port */
function sendUploads(port) {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(SIZE, randomUUID()),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const request = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${body.length}\r\n\r\n`;
  process.on('message', async () => {
    for (let upload = 0; upload < UPLOADS; upload++) {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1');
      let response = '';
      socket.on('data', (text) => {
        response += text;
      });
      socket.write(request);
      socket.write(body);
      await once(socket, 'close');
      if (!response.includes(OK)) throw new Error(`The upload has failed: ${response}`);
    }
    process.send?.('done');
  });
}
