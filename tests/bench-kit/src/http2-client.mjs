/** @module A client of HTTP/2 servers, in cleartext or with a pre-shared key instead of a certificate. */

import { once } from 'node:events';
import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import { clientLines } from './heads.mjs';

const CONNECTIONS = 20;
const STREAMS = 10;
const REQUESTS = 1_024;

const shared = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: /** @type {const} */ ('TLSv1.2') };
const psk = Buffer.alloc(16, 1);

/** Options of a server to which the client connects over TLS. */
export const serverSecret = { ...shared, pskCallback: () => psk };

const clientSecret = {
  ...shared,
  pskCallback: () => /** @type {any} */ ({ psk, identity: 'client' }),
  checkServerIdentity: () => undefined,
};

/**
 * @typedef {object} Exchange
 * @property {boolean} [isSecure]
 * @property {(index: number) => string} [pathOf] By default `/`.
 * @property {string | undefined} [body] Of JSON, for a POST.
 */

/**
 * Sends requests with different heads, ten at a time on each of twenty connections.
 *
 * @param {Exchange} exchange
 * @returns {Pick<import('./servers.mjs').ClientCase, 'check' | 'load'>}
 */
export function http2Client({ isSecure = false, pathOf = () => '/', body }) {
  const post =
    body === undefined ? {} : { ':method': 'POST', 'content-type': 'application/json; charset=utf-8' };
  const heads = clientLines(REQUESTS).map((lines, index) => {
    const fields = lines.map((line) => line.split(/: (.*)/s)).filter(([name]) => name !== 'Connection');
    return {
      ...post,
      ':path': pathOf(index),
      ...Object.fromEntries(fields.map(([name = '', value]) => [name.toLowerCase(), value])),
    };
  });
  const open = (/** @type {number} */ port) =>
    connect(`${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`, isSecure ? clientSecret : {});
  let count = 0;
  const request = async (/** @type {import('node:http2').ClientHttp2Session} */ session) => {
    const stream = session.request(heads[count++ % REQUESTS], { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    const [{ ':status': status }] = await once(stream, 'response');
    if (status !== 200) throw new Error(`Expected status 200, got ${status}`);
    return { status, body: await text(stream) };
  };
  return {
    async check(port) {
      count = 0;
      const session = open(port);
      const response = await request(session);
      session.close();
      return response;
    },
    async load(port, seconds) {
      const first = count;
      const end = performance.now() + seconds * 1_000;
      const sessions = Array.from({ length: CONNECTIONS }, () => open(port));
      const loops = sessions.flatMap((session) =>
        Array.from({ length: STREAMS }, async () => {
          while (performance.now() < end) await request(session);
        }),
      );
      await Promise.all(loops);
      for (const session of sessions) session.close();
      return count - first;
    },
  };
}
