import { FACTORY } from '@nextpress-internal/internals/keys';
import type { BodyMiddleware } from './body-format.ts';
import type { TextBodyOptions } from './body-options.ts';
import { createBodyParser } from './body-parser.ts';

/**
 * Creates middleware that reads a body under limits and assigns its text to `req.body`. Supports every charset of
 * `TextDecoder`; invalid bytes become U+FFFD.
 *
 * @throws {TypeError} if an option is invalid
 *
 * @example
 * import { createServer } from 'node:http';
 * import { textBody } from '@nextpress/body';
 *
 * const readText = textBody({ type: 'text/*' });
 * createServer((req, res) => {
 *   readText(req, res, (error) => {
 *     if (error) res.writeHead(error.status ?? 500, error.headers).end(error.message);
 *     else res.end(`${req.body?.length ?? 0} characters`);
 *   });
 * });
 */
export function textBody(options: TextBodyOptions = {}): BodyMiddleware {
  return createBodyParser(
    {
      name: 'textBody',
      type: 'text/plain',
      options: [],
      charsets: 'any',
      empty: () => '',
      parse: (text) => text,
    },
    options,
  );
}

/** Lets `use()` report `app.use(textBody)`, where the call is missing. */
Object.defineProperty(textBody, FACTORY, { value: true });
