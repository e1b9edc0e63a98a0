import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** The lines of a stack in text, in JSON and in HTML: those of two frameworks cannot be the same. */
const STACK_FRAMES = /(?:(?:\n|\\n|<br>)(?: |&nbsp;)+at (?:[^\n\\"<]|<anonymous>)+)+/g;

/**
 * @typedef {object} Exchange
 * @property {string} request For example `GET /users`.
 * @property {string} status With its reason phrase.
 * @property {readonly string[]} headers Sorted lines, names in lower case.
 * @property {string} body Text, or hexadecimal when it is none.
 *
 * @typedef {object} Ask
 * @property {number} [status] The status that Express responds with: 200 unless given.
 * @property {Record<string, string>} [headers]
 * @property {unknown} [body] A string, bytes, `URLSearchParams` or `FormData`; everything else is sent as JSON.
 *
 * @typedef {object} Reply
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} text
 * @property {() => any} json
 */

/** Sends requests over one connection, keeps cookies, follows no redirect, and writes everything down. */
export class Client {
  /** @type {Exchange[]} */
  exchanges = [];
  /** Responses with another status than the driver expects. @type {string[]} */
  unexpected = [];
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** @type {Map<string, string>} */
  #cookies = new Map();
  #port;
  #volatile;

  /**
   * @param {number} port
   * @param {readonly (RegExp | string)[]} volatile text that differs from run to run
   */
  constructor(port, volatile) {
    this.#port = port;
    this.#volatile = volatile;
  }

  /** @param {string} path @param {Ask} [ask] */
  get(path, ask) {
    return this.request('GET', path, ask);
  }

  /** @param {string} path @param {unknown} body @param {Ask} [ask] */
  post(path, body, ask) {
    return this.request('POST', path, { body, ...ask });
  }

  /** @param {string} method @param {string} path @param {Ask} [ask] @returns {Promise<Reply>} */
  async request(method, path, ask = {}) {
    const { headers, content } = await encode(ask);
    if (this.#cookies.size > 0 && headers.cookie === undefined) {
      headers.cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    }
    const { response, bytes } = await this.#sendAgain(method, path, headers, content);
    for (const line of response.headers['set-cookie'] ?? []) this.#keepCookie(line);
    const text = decode(bytes, response.headers['content-encoding']);
    const status = response.statusCode ?? 0;
    this.#keep(`${method} ${path}`, response, text);
    const expected = ask.status ?? 200;
    if (status !== expected) {
      this.unexpected.push(`${method} ${path}: expected ${expected}, got ${status}: ${text.slice(0, 200)}`);
    }
    return { status, headers: response.headers, text, json: () => JSON.parse(text) };
  }

  /** Writes down what was observed other than by a request. @param {string} what @param {unknown} value */
  record(what, value) {
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    this.exchanges.push({ request: what, status: '', headers: [], body: this.#stable(body) });
  }

  close() {
    this.#agent.destroy();
  }

  /**
   * On a busy machine a server may close its idle connection while a request is on its way.
   *
   * @param {[method: string, path: string, headers: Record<string, string>, content: Buffer | undefined]} args
   */
  async #sendAgain(...args) {
    try {
      return await this.#send(...args);
    } catch (error) {
      if (!(error instanceof IdleConnectionClosed)) throw error;
      return this.#send(...args);
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {Record<string, string>} headers
   * @param {Buffer | undefined} content
   * @returns {Promise<{ response: import('node:http').IncomingMessage, bytes: Buffer }>}
   */
  #send(method, path, headers, content) {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent, method, path, headers };
      const sent = request({ ...options, timeout: 30_000 }, (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ response, bytes: Buffer.concat(chunks) }));
      });
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no response within 30 s`)));
      sent.on('error', (error) => {
        const isReset = 'code' in error && error.code === 'ECONNRESET';
        reject(isReset && sent.reusedSocket ? new IdleConnectionClosed('', { cause: error }) : error);
      });
      sent.end(content);
    });
  }

  /** @param {string} what @param {import('node:http').IncomingMessage} response @param {string} text */
  #keep(what, response, text) {
    const body = this.#stable(text);
    const isVolatile = body !== text;
    const headers = Object.entries(response.headersDistinct).flatMap(([name, values]) => {
      if (name === 'date') return [];
      // A length and a validator are as volatile as the body that they belong to.
      if (isVolatile && name === 'content-length') return ['content-length: <of the body>'];
      const hasTag = isVolatile && name === 'etag';
      return (values ?? []).map((value) =>
        this.#stable(`${name}: ${hasTag ? value.replace(/"[^"]*"/, '"<of the body>"') : value}`),
      );
    });
    const status = `${response.statusCode} ${response.statusMessage}`;
    this.exchanges.push({ request: this.#stable(what), status, headers: headers.sort(), body });
  }

  /** @param {string} text */
  #stable(text) {
    return this.#volatile.reduce(
      (/** @type {string} */ stable, pattern) => stable.replaceAll(pattern, '<volatile>'),
      text.replaceAll(STACK_FRAMES, ''),
    );
  }

  /** @param {string} line */
  #keepCookie(line) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/; *(Max-Age=0|Expires=Thu, 01 Jan 1970)/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

class IdleConnectionClosed extends Error {}

/** @param {Ask} ask @returns {Promise<{ headers: Record<string, string>, content: Buffer | undefined }>} */
async function encode({ headers = {}, body }) {
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (body === undefined) return { headers: given, content: undefined };
  const isPlain =
    typeof body === 'object' &&
    !(body instanceof URLSearchParams || body instanceof FormData || body instanceof Uint8Array);
  const encoded = new Response(/** @type {string} */ (isPlain ? JSON.stringify(body) : body));
  const type = isPlain ? 'application/json' : encoded.headers.get('content-type');
  const content = Buffer.from(await encoded.arrayBuffer());
  const described = {
    'content-length': `${content.length}`,
    ...(type === null ? {} : { 'content-type': type }),
  };
  return { headers: { ...described, ...given }, content };
}

/** @param {Buffer} bytes @param {string | undefined} encoding */
function decode(bytes, encoding) {
  const plain = inflate(bytes, encoding);
  const text = plain.toString('utf8');
  return Buffer.from(text).equals(plain) ? text : plain.toString('hex');
}

/** @param {Buffer} bytes @param {string | undefined} encoding */
function inflate(bytes, encoding) {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  if (encoding === 'deflate') return inflateSync(bytes);
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return bytes;
}
