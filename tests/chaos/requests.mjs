import { createHash } from 'node:crypto';
import { contentOf, FILES } from './content.mjs';

/**
 * @typedef {import('../fuzz/random.mjs').Random} Random
 * @typedef {'item' | 'order' | 'upload' | 'file' | 'range' | 'stream' | 'slow' | 'events' | 'upstream' | 'ready'} Kind
 *
 * @typedef {object} Request
 * @property {Kind} kind
 * @property {string} id
 * @property {Buffer} bytes
 * @property {number} bodyAt Where the body starts.
 * @property {number} status Of the response.
 * @property {string} body Of the response.
 * @property {boolean} isStored Whether status 201 promises that the id is in the journal.
 */

/** How often each kind is sent. @type {readonly (readonly [number, Kind])[]} */
const WEIGHTS = [
  [8, 'item'],
  [6, 'order'],
  [2, 'upload'],
  [4, 'file'],
  [2, 'range'],
  [2, 'stream'],
  [1, 'slow'],
  [2, 'events'],
  [3, 'upstream'],
  [1, 'ready'],
];

/** @type {Record<Kind, (id: string, random: Random) => Request>} */
const MAKERS = {
  item(id, random) {
    const size = random.below(1000);
    return get('item', id, `/items/${id}?size=${size}`, JSON.stringify({ id, size }));
  },
  order(id, random) {
    const text = contentOf(id, random.between(1, 3000));
    const body = JSON.stringify({ id, text });
    return store('order', id, `POST /orders`, body, { id, size: text.length });
  },
  upload(id, random) {
    const body = contentOf(id, random.between(1, 100_000));
    return store('upload', id, `PUT /uploads/${id}`, body, { id, hash: hashOf(body) });
  },
  file(id, random) {
    const [name, size] = random.pick([...FILES]);
    return get('file', id, `/files/${name}`, contentOf(name, size));
  },
  range(id, random) {
    const [name, size] = random.pick([...FILES]);
    const first = random.below(size);
    const last = random.between(first, size - 1);
    const body = contentOf(name, size).slice(first, last + 1);
    return { ...get('range', id, `/files/${name}`, body, `Range: bytes=${first}-${last}\r\n`), status: 206 };
  },
  stream(id, random) {
    return streamOf(id, random.between(1, 200_000));
  },
  slow(id) {
    return get('slow', id, `/slow/${id}`, `${id}: done`);
  },
  events(id, random) {
    const count = random.between(1, 20);
    const events = Array.from({ length: count }, (_, number) => `id: ${number}\ndata: ${id}\n\n`);
    return get('events', id, `/events/${id}?count=${count}`, events.join(''));
  },
  upstream(id) {
    return get('upstream', id, `/upstream/${id}`, JSON.stringify({ id, upstream: `upstream of ${id}` }));
  },
  ready(id) {
    return get('ready', id, '/readyz', JSON.stringify({ status: 'ready', checks: { disk: 'ok' } }));
  },
};

/** @param {Random} random @param {string} id @param {Kind} [kind] */
export function makeRequest(random, id, kind) {
  const chosen = kind ?? random.weigh(WEIGHTS.map(([weight, each]) => [weight, () => each]));
  return MAKERS[chosen](id, random);
}

/** A response of any size. @param {string} id @param {number} size */
export function streamOf(id, size) {
  return get('stream', id, `/streams/${id}?size=${size}`, contentOf(id, size));
}

/** @param {Kind} kind @param {string} id @param {string} path @param {string} body Of the response. @param {string} [headers] @returns {Request} */
function get(kind, id, path, body, headers = '') {
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Id: ${id}\r\n${headers}\r\n`);
  return { kind, id, bytes, bodyAt: bytes.length, status: 200, body, isStored: false };
}

/** @param {Kind} kind @param {string} id @param {string} line @param {string} body @param {object} response @returns {Request} */
function store(kind, id, line, body, response) {
  const type = kind === 'order' ? 'application/json' : 'application/octet-stream';
  const head = `${line} HTTP/1.1\r\nHost: localhost\r\nX-Id: ${id}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.from(head + body);
  return {
    kind,
    id,
    bytes,
    bodyAt: head.length,
    status: 201,
    body: JSON.stringify(response),
    isStored: true,
  };
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}
