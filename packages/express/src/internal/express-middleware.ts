/** @module Cold: `express.json`, `urlencoded`, `raw` and `text` with the options of Express. */

import { type BodyMiddleware, rawBody, textBody } from '@nextpress/body';
import { formBody } from '@nextpress/form-body';
import { jsonBody } from '@nextpress/json-body';
import type { ExpressVersion } from '@nextpress/server/express';
import { BODY_PARSER_VERSION } from '@nextpress-internal/internals/keys';
import { coerceBytes, coerceForm, coerceJson, coerceText } from './body-options.ts';

/** Creates a parser for an Express version. */
export type MakeParser = (options: object | undefined, version: ExpressVersion) => BodyMiddleware;

export const json: MakeParser = (options, version) =>
  named('jsonParser', jsonBody({ ...coerceJson(withCharset(options, version)), ...likeBodyParser(version) }));

/** In version 4, `extended` defaults to true. */
export const urlencoded: MakeParser = (options, version) => {
  const extended = (options as { extended?: unknown } | undefined)?.extended ?? version === 4;
  const given = coerceForm({ ...withCharset(options, version), extended });
  return named('urlencodedParser', formBody({ ...given, ...likeBodyParser(version) }));
};

export const raw: MakeParser = (options, version) =>
  named('rawParser', rawBody({ ...coerceBytes(options), ...likeBodyParser(version) }));

export const text: MakeParser = (options, version) =>
  named('textParser', textBody({ ...coerceText(options), ...likeBodyParser(version) }));

/** In body-parser 1 only `text()` has the option. */
function withCharset(options: object | undefined, version: ExpressVersion): object | undefined {
  return version === 4 ? { ...options, defaultCharset: undefined } : options;
}

/** Express 4 uses body-parser 1, Express 5 uses version 2. */
function likeBodyParser(version: ExpressVersion): object {
  return { [BODY_PARSER_VERSION]: version === 4 ? 1 : 2 };
}

/** Sets the middleware's name in Express, because tools show it. */
function named(name: string, middleware: BodyMiddleware): BodyMiddleware {
  return Object.defineProperty(middleware, 'name', { value: name });
}
