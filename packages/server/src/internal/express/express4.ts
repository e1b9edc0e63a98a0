import { createExpressMatcher, type Express4Path, express4RegExp, type Params } from '@nextpress/router';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import { parseRangeLikeExpress } from '@nextpress/semantics/range';
import { sendFileAsExpress4 } from '@nextpress/static/express';
import type { RouterConstructor } from '../../router.ts';
import type { Path, RouterOptions } from '../../types/values.ts';
import { createRouterFunction } from '../application/router-function.ts';
import type { Dialect } from '../dialect.ts';
import { passErrorsOn } from '../messages/file-helpers.ts';
import { createRegExpMatcher } from '../path/regexp-matcher.ts';
import { baseMessages4 } from './base-messages.ts';
import { respondToOptions } from './express-response.ts';
import { addExpressMembers, express5 } from './express5.ts';
import { Layer4 } from './layer4.ts';
import { applicationPrototype4, defineRouterMembers } from './prototypes.ts';

/**
 * Creates a router of Express 4. Routers inherit from this function, because libraries add methods to it.
 */
export const Router4: RouterConstructor = function Router(options?: RouterOptions | null) {
  return createRouterFunction(options, express4, Router4);
} as unknown as RouterConstructor;
defineRouterMembers(Router4);

/** The expression that Express 4 compiles an empty array to. Express 5 compiles none, so nothing matches. */
const EVERY_PATH = /(?:)/;

function flattenPath(path: Path): Path {
  if (!Array.isArray(path)) return path;
  const parts = path.flatMap((part: Path) => flattenPath(part));
  return parts.length === 0 ? [EVERY_PATH] : parts;
}

function listParams(list: Path): Params | undefined {
  const parts: unknown[] = [flattenPath(list)].flat();
  if (parts.length < 2) return undefined;
  const reading = { caseSensitive: false, strict: false, end: true };
  const keys = parts.map((part) => express4RegExp(part as Express4Path, reading).keys);
  const [first = '', ...others] = keys.map((each) => each.map(({ name }) => name).join());
  if (others.every((names) => names === first)) return undefined;
  return Object.fromEntries(keys.flat().map(({ name }) => [name, undefined])) as unknown as Params;
}

/** A file name that is a token; others are quoted. */
const TOKEN_NAME = /(?<=; filename=)[^";]+/;

export const express4: Dialect = {
  ...express5,
  flattenPath,
  listParams,
  toPrefix: (path) => {
    // Unlike the root, an empty path matches the first of two slashes, as it does in a list.
    if (path === '') return [path];
    // An array matches every path if it begins with an empty array.
    return [flattenPath(path)].flat()[0] === EVERY_PATH && listParams(path) === undefined ? '/' : path;
  },
  // Express 4 joins a list into one expression, which only has flags of its own.
  toPattern: (part, _end, list) =>
    list && part instanceof RegExp ? new RegExp(part.source, list.caseSensitive ? '' : 'i') : part,
  compilePattern: (pattern, rules, end) => createExpressMatcher(pattern, { ...rules, end, version: 4 }),
  compileRegExp: (pattern, end) => createRegExpMatcher(pattern, end, true),

  Layer: Layer4,
  toRecord: (values) => ({ ...values }),
  // Parses `req.query` before any layer. An error counts as the first layer's.
  targetError: (req, isWellFormed) => {
    try {
      void req.query;
      return express5.targetError(req, isWellFormed);
    } catch (error) {
      return error;
    }
  },
  respondToMiss: respondToOptions((res, methods) => {
    res.set('Allow', methods.join(','));
    res.send(methods.join(','));
  }),

  prototypes: { application: applicationPrototype4, router: Router4 },
  queryParser: express5.parseNested,
  // Express 4 makes an array of up to this many values of one name.
  parseNested: (query) => (query ? parseNestedQuery(query, { arrayLimit: 1_000 }) : {}),
  defaults: () => ({ ...express5.defaults(), 'query parser': 'extended' }),
  addMembers: addExpressMembers,
  messages: baseMessages4,

  parseRange: (header, size) => parseRangeLikeExpress(header, size, { version: 4 }),
  contentType: (mediaType) => mediaType,
  addsCharsetLast: true,
  setNotModified: (res) => {
    res.statusCode = 304;
  },
  // Express 4 sends some names in Latin-1, which Node garbles. These are sent as in version 5.
  disposition: (filename) => formatContentDisposition(filename).replace(TOKEN_NAME, '"$&"'),
  sendFile: (res, path, options, done) =>
    sendFileAsExpress4(res.req, res, path, options || {}, done || passErrorsOn(res.req)),
};
