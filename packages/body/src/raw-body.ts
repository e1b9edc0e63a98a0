import { FACTORY } from '@nextpress-internal/internals/keys';
import type { BodyMiddleware } from './body-format.ts';
import type { BodyOptions } from './body-options.ts';
import { createBodyParser } from './body-parser.ts';
import { detachBytes } from './detach-bytes.ts';

/**
 * Creates middleware that reads a body under limits and assigns its bytes to `req.body`, as a `Buffer`.
 *
 * @throws {TypeError} if an option is invalid
 *
 * @example
 * import { createServer } from 'node:http';
 * import { rawBody } from '@nextpress/body';
 *
 * const readBytes = rawBody({ limit: '1mb', type: '*\/*' });
 * createServer((req, res) => {
 *   readBytes(req, res, (error) => {
 *     if (error) res.writeHead(error.status ?? 500, error.headers).end(error.message);
 *     else res.end(`${req.body?.length ?? 0} bytes`);
 *   });
 * });
 */
export function rawBody(options: BodyOptions = {}): BodyMiddleware {
  return createBodyParser(
    {
      name: 'rawBody',
      type: 'application/octet-stream',
      options: [],
      empty: () => Buffer.alloc(0),
      parse: detachBytes,
    },
    options,
  );
}

/** Lets `use()` report `app.use(rawBody)`, where the call is missing. */
Object.defineProperty(rawBody, FACTORY, { value: true });
