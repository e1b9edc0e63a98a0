// Uploads: a small file, fields and a large file into memory, and files to the disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fastifyMultipart from '@fastify/multipart';
import { multipart } from '@nextpress/multipart';
import { bench } from '@nextpress-internal/bench-kit';
import fastify from 'fastify';
// @ts-expect-error Without @types/formidable, which are for another version.
import formidable from 'formidable';
// @ts-expect-error Without @types/multer, which declares `req.files` differently.
import multer from 'multer';

/** @typedef {(req: any, res: any, next: (error?: unknown) => void) => void} Middleware */
/** @typedef {{ size: number, path?: string }} File In memory or on disk. */

const KB = 1_024;
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const CONNECTIONS = 10;
/** The directory for the files. Server processes inherit the variable. */
process.env.BENCH_FILES ??= mkdtempSync(join(tmpdir(), 'nextpress-bench-'));
const folder = process.env.BENCH_FILES;

/** Counts the fields and the bytes in files, and removes the files so that the disk does not fill up. @param {object} body @param {readonly File[]} files */
async function summaryOf(body, files) {
  let bytes = 0;
  for (const { size, path } of files) {
    bytes += size;
    if (path !== undefined) await rm(path);
  }
  return JSON.stringify({ fields: Object.keys(body).length, bytes });
}

/** @param {Middleware} middleware @param {(file: any) => File | Promise<File>} fileOf */
const server = (middleware, fileOf) => () =>
  createServer((req, res) =>
    middleware(req, res, async (error) => {
      const { files = [], body = {} } = /** @type {any} */ (req);
      const fields = Object.entries(body).filter(([, value]) => typeof value === 'string');
      res.end(error ? String(error) : await summaryOf(fields, await Promise.all(files.map(fileOf))));
    }),
  );

/** @param {boolean} isOnDisk */
async function fastifyServer(isOnDisk) {
  const app = fastify();
  await app.register(fastifyMultipart, { limits: { fileSize: 20 * KB * KB } });
  app.post('/', async (req) => {
    if (isOnDisk) {
      const { files } = await req.saveRequestFiles({ tmpdir: folder });
      return summaryOf(
        {},
        files.map(({ file }) => ({ size: file.bytesRead })),
      );
    }
    /** @type {Record<string, unknown>} */
    const fields = {};
    /** @type {File[]} */
    const files = [];
    for await (const part of req.parts()) {
      if (part.type === 'file') files.push({ size: (await part.toBuffer()).length });
      else fields[part.fieldname] = part.value;
    }
    return summaryOf(fields, files);
  });
  await app.ready();
  return app.server;
}

/** formidable keeps files in memory only with a custom stream. @param {boolean} isOnDisk */
const formidableServer = (isOnDisk) => () =>
  createServer(async (req, res) => {
    /** @type {File[]} */
    const inMemory = [];
    const fileWriteStreamHandler = () => {
      /** @type {Buffer[]} */
      const chunks = [];
      return new Writable({
        write(chunk, _, callback) {
          chunks.push(chunk);
          callback();
        },
        final(callback) {
          inMemory.push({ size: Buffer.concat(chunks).length });
          callback();
        },
      });
    };
    const form = formidable(isOnDisk ? { uploadDir: folder } : { fileWriteStreamHandler });
    const [fields, files] = await form.parse(req);
    const onDisk = Object.values(files).flat();
    const stored = onDisk.map((/** @type {any} */ { size, filepath }) => ({ size, path: filepath }));
    res.end(await summaryOf(fields, isOnDisk ? stored : inMemory));
  });

const memory = {
  '@nextpress/multipart': server(multipart(), async (file) => ({
    size: (await file.arrayBuffer()).byteLength,
  })),
  multer: server(multer().any(), ({ buffer }) => ({ size: buffer.length })),
  '@fastify/multipart': () => fastifyServer(false),
  formidable: formidableServer(false),
};
const disk = {
  '@nextpress/multipart': server(multipart({ storage: { folder } }), (file) => file),
  multer: server(multer({ dest: folder }).any(), (file) => file),
  '@fastify/multipart': () => fastifyServer(true),
  formidable: formidableServer(true),
};

/** @param {string} headers @param {string} content */
const part = (headers, content) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
/** @param {number} size */
const file = (size) =>
  part(
    'name="file"; filename="data.bin"\r\nContent-Type: application/octet-stream',
    'abcdefghi '.repeat(size / 10 + 1).slice(0, size),
  );
const tenFields = Array.from({ length: 10 }, (_, index) =>
  part(`name="field${index}"`, `value ${index}`),
).join('');

/** Sends a form over each connection as soon as the previous one has its response. @param {typeof memory} variants @param {string} parts @param {number} [least] Per turn, so that V8 has optimized the code even on a busy machine. */
function uploads(variants, parts, least = 1_000) {
  const form = Buffer.from(`${parts}--${BOUNDARY}--\r\n`);
  const headers = {
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': form.length,
  };
  /** @param {number} port @param {Agent} [agent] @returns {Promise<string>} */
  const send = (port, agent) =>
    new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', method: 'POST', headers, agent };
      httpRequest(options, (res) => resolve(text(res)))
        .on('error', reject)
        .end(form);
    });
  return {
    variants,
    withMemory: true,
    check: (/** @type {number} */ port) => send(port),
    async load(/** @type {number} */ port, /** @type {number} */ seconds) {
      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
      const end = performance.now() + seconds * 1_000;
      let count = 0;
      const loops = Array.from({ length: CONNECTIONS }, async () => {
        for (; performance.now() < end || count < least; count++) await send(port, agent);
      });
      await Promise.all(loops);
      agent.destroy();
      return count;
    },
  };
}

try {
  await bench(import.meta.dirname, {
    measures: 'server CPU time per upload',
    notes:
      'Files in memory arrive at the handler complete. On Node 20, `new File()` takes 8 µs, even for an empty file.',
    servers: {
      '1 kB into memory': { ...uploads(memory, file(KB)), withMemory: false },
      'ten fields': { ...uploads(memory, tenFields), withMemory: false },
      '64 kB into memory': uploads(memory, file(64 * KB)),
      '10 MB to the disk': uploads(disk, file(10 * KB * KB), 20),
    },
  });
} finally {
  if (!process.argv.includes('--serve')) rmSync(folder, { recursive: true });
}
