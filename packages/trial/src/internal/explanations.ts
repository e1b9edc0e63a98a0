/** @module Finds the intended difference that explains a differing response. */
import type { ListedRequest } from './request-list.ts';

interface Explanation {
  /** The start of the row in docs/differences-from-express.md. */
  readonly row: string;
  applies(request: ListedRequest): boolean;
}

const pathOf = ({ target }: ListedRequest): string => target.split('?', 1)[0] as string;
const headerOf = ({ headers }: ListedRequest, name: string): string =>
  Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? '';

const EXPLANATIONS: readonly Explanation[] = [
  {
    row: 'a target in absolute-form keeps its origin',
    applies: ({ target }) => /^https?:/i.test(target),
  },
  {
    row: 'a file server decodes `%2F` to a separator',
    applies: (request) => /%(?:2f|5c)/i.test(pathOf(request)),
  },
  {
    row: 'a file server reads a path with an empty segment',
    applies: (request) => pathOf(request).includes('//'),
  },
  {
    row: 'routes, prefixes and file servers each read the raw target',
    applies: (request) => /\/\.{1,2}(?:\/|$)|%[0-9a-f]{2}/i.test(pathOf(request)),
  },
  {
    row: 'a JSON body may be nested without a limit',
    applies: (request) =>
      headerOf(request, 'content-encoding') !== '' || /(?:[[{]\s*){1000}/.test(request.body ?? ''),
  },
  {
    row: 'a body in UTF-7 is decoded',
    applies: (request) => /charset=["']?utf-?7/i.test(headerOf(request, 'content-type')),
  },
];

/** The start of the row that may explain a difference; `undefined` if there is none. */
export function explanationOf(request: ListedRequest): string | undefined {
  return EXPLANATIONS.find(({ applies }) => applies(request))?.row;
}
