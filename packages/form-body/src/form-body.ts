import type { BodyMiddleware } from '@nextpress/body';
import { createBodyParser } from '@nextpress/body';
import { FACTORY } from '@nextpress-internal/internals/keys';
import type { FormBodyOptions } from './form-body-options.ts';
import { compileFormSettings, FORM_OPTIONS } from './form-body-options.ts';
import { parseForm } from './parse-form.ts';

/**
 * Creates middleware that reads a urlencoded body under limits and assigns its values to `req.body`, a plain object. A name
 * `__proto__` is ignored.
 *
 * Does nothing for requests without a body, with another media type, or whose body has already been read. For a
 * rejected body, calls `next` with an error that has a `status` (400, 408, 413 or 415), a `code`, and body-parser's
 * `type` and message.
 *
 * @throws {TypeError} for an invalid option
 *
 * @example
 * import { createServer } from 'node:http';
 * import { formBody } from '@nextpress/form-body';
 *
 * const readForm = formBody({ limit: '20kb' });
 * createServer((req, res) => {
 *   readForm(req, res, (error) => {
 *     if (error) res.writeHead(error.status ?? 500).end(error.message);
 *     else res.end(JSON.stringify(req.body));
 *   });
 * });
 */
export function formBody(options: FormBodyOptions = {}): BodyMiddleware {
  const format = {
    name: 'formBody',
    type: 'application/x-www-form-urlencoded',
    options: FORM_OPTIONS,
    charsets: ['utf-8', 'iso-8859-1'],
    empty: () => ({}),
    parse: (text: string, charset: string) => parseForm(text, charset, settings),
  };
  const parser = createBodyParser(format, options);
  const settings = compileFormSettings(options);
  return parser;
}

/** Lets `use()` report `app.use(formBody)`, which lacks the call. */
Object.defineProperty(formBody, FACTORY, { value: true });
