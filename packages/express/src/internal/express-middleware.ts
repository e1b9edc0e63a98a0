/** @module Cold: `express.json`, `urlencoded`, `raw`, `text` and `static` with the options of Express. */

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

export function json(options?: JsonBodyOptions): BodyMiddleware {
  return named('jsonParser', jsonBody(coerceJson(options)));
}

export function urlencoded(options?: FormBodyOptions): BodyMiddleware {
  return named('urlencodedParser', formBody(coerceForm(options)));
}

export function raw(options?: BodyOptions): BodyMiddleware {
  return named('rawParser', rawBody(coerceBytes(options)));
}

export function text(options?: TextBodyOptions): BodyMiddleware {
  return named('textParser', textBody(coerceText(options)));
}

/** Sets the name that the middleware has in Express, because tools show it. */
function named(name: string, middleware: BodyMiddleware): BodyMiddleware {
  return Object.defineProperty(middleware, 'name', { value: name });
}

export { expressStatic as staticFiles } from '@nextpress/static/express';
