/** @module Cold: `express.json` and its like: the middleware of this workspace with Express's options. */

import {
  type BodyMiddleware,
  type BodyOptions,
  rawBody,
  type TextBodyOptions,
  textBody,
} from '@nextpress/body';
import { type FormBodyOptions, formBody } from '@nextpress/form-body';
import { type JsonBodyOptions, jsonBody } from '@nextpress/json-body';
import { coerceBytes, coerceForm, coerceJson, coerceText } from './body-options.ts';

/** `express.json`: reads a JSON body, as body-parser does. */
export function json(options?: JsonBodyOptions): BodyMiddleware {
  return named('jsonParser', jsonBody(coerceJson(options)));
}

/** `express.urlencoded`: reads a urlencoded body, as body-parser does. */
export function urlencoded(options?: FormBodyOptions): BodyMiddleware {
  return named('urlencodedParser', formBody(coerceForm(options)));
}

/** `express.raw`: reads a body as a buffer, as body-parser does. */
export function raw(options?: BodyOptions): BodyMiddleware {
  return named('rawParser', rawBody(coerceBytes(options)));
}

/** `express.text`: reads a body as text, as body-parser does. */
export function text(options?: TextBodyOptions): BodyMiddleware {
  return named('textParser', textBody(coerceText(options)));
}

/** Gives middleware the name that it has in Express, which tools show. */
function named(name: string, middleware: BodyMiddleware): BodyMiddleware {
  return Object.defineProperty(middleware, 'name', { value: name });
}

export { expressStatic as staticFiles } from '@nextpress/static/express';
