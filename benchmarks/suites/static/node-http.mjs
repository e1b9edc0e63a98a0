// Bare Node: look, compare, read what is short whole, stream what is long.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { staticFolder } from '../../content/static-files.mjs';

/** @type {Record<string, string>} */
const TYPES = { '.txt': 'text/plain; charset=utf-8', '.css': 'text/css; charset=utf-8' };
const UNSAFE = /%(?:00|2f|5c)|\/\.|\\/i;
/** What is longer is streamed. */
const SHORT = 65_536;
const RANGE = /^bytes=(\d+)-(\d+)$/;

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const folder = staticFolder();

  return createServer(async (req, res) => {
    try {
      const { pathname } = new URL(req.url ?? '', 'http://localhost');
      if (UNSAFE.test(pathname)) throw new Error('not a path');
      const path = join(folder, decodeURIComponent(pathname));
      const stats = await stat(path);
      if (!stats.isFile()) throw new Error('not a file');
      await sendFile(req, res, path, stats);
    } catch {
      res.writeHead(404, { 'Content-Length': 9 }).end('Not Found');
    }
  });
}

/** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res @param {string} path @param {import('node:fs').Stats} stats */
async function sendFile(req, res, path, { size, mtime }) {
  const tag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
  const cache = 'public, max-age=0';
  const changed = mtime.toUTCString();
  if (req.headers['if-none-match'] === tag) {
    res.writeHead(304, { 'Cache-Control': cache, 'Last-Modified': changed, ETag: tag }).end();
    return;
  }

  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const [, first, last] = RANGE.exec(req.headers.range ?? '') ?? [];
  const start = Number(first ?? 0);
  const end = Math.min(Number(last ?? size), size - 1);
  const length = end - start + 1;
  const bytes = length > SHORT ? undefined : await readPart(path, start, length);
  if (first !== undefined) res.setHeader('Content-Range', `bytes ${start}-${end}/${size}`);
  res.writeHead(first === undefined ? 200 : 206, {
    'Accept-Ranges': 'bytes',
    'Cache-Control': cache,
    'Last-Modified': changed,
    ETag: tag,
    'Content-Type': type,
    'Content-Length': length,
  });
  if (bytes === undefined) pipeline(createReadStream(path, { start, end }), res, () => {});
  else res.end(bytes);
}

/** @param {string} path @param {number} start @param {number} length */
async function readPart(path, start, length) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, start);
    if (bytesRead < length) throw new Error('the file has become shorter');
    return buffer;
  } finally {
    await file.close();
  }
}
