/**
 * What people write when they leave frameworks out: a map for plain paths, regular expressions for the others, and one
 * try/catch around all handlers.
 *
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {(req: Request, res: Response, params: Record<string, string>, query: string) => unknown} Handler
 */

export class HandMadeRouter {
  /** @type {Map<string, Handler>} */
  #plain = new Map();
  /** @type {{ method: string, pattern: RegExp, handler: Handler }[]} */
  #patterns = [];

  /** @param {string} method @param {string} path With `:name` for a parameter. @param {Handler} handler */
  on(method, path, handler) {
    if (path.includes(':')) {
      const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
      this.#patterns.push({ method, pattern, handler });
    } else {
      this.#plain.set(`${method} ${path}`, handler);
    }
    return this;
  }

  /** For `createServer`. @param {Request} req @param {Response} res */
  listener = async (req, res) => {
    try {
      const [path = '', query = ''] = (req.url ?? '').split('?', 2);
      const handler = this.#plain.get(`${req.method} ${path}`);
      if (handler !== undefined) await handler(req, res, {}, query);
      else await this.#handlePattern(req, res, path, query);
    } catch {
      if (res.headersSent) res.destroy();
      else sendText(res, 500, 'Internal Server Error');
    }
  };

  /** @param {Request} req @param {Response} res @param {string} path @param {string} query */
  #handlePattern(req, res, path, query) {
    for (const { method, pattern, handler } of this.#patterns) {
      if (method !== req.method) continue;
      const match = pattern.exec(path);
      if (match !== null) return handler(req, res, match.groups ?? {}, query);
    }
    return sendText(res, 404, 'Not Found');
  }
}

/** @param {Response} res @param {unknown} value */
export function sendJson(res, value) {
  const body = JSON.stringify(value);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}

/** @param {Response} res @param {number} status @param {string} text */
export function sendText(res, status, text) {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

/** @param {Request} req @returns {Promise<Buffer>} */
export async function readAll(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks);
}
