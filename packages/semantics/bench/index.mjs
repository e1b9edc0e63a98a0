// Values that servers read from most requests.
import querystring from 'node:querystring';
import { parseCookies } from '@nextpress/semantics/cookie';
import { preferredMediaType } from '@nextpress/semantics/negotiation';
import { parseQuery } from '@nextpress/semantics/query';
import { bench } from '@nextpress-internal/bench-kit';
import cookie from 'cookie';
import Negotiator from 'negotiator';

const fields = (/** @type {object} */ parsed) => ({ ...parsed });
const fresh = (/** @type {string} */ text) => Buffer.from(text).toString('latin1');
const each = (/** @type {(index: number) => string} */ make) =>
  Array.from({ length: 500 }, (_, index) => fresh(make(index)));
const OFFERS = ['application/json', 'text/html'];

const queries = {
  variants: {
    '@nextpress/semantics': parseQuery,
    'node:querystring': (/** @type {string} */ query) => querystring.parse(query),
    URLSearchParams: (/** @type {string} */ query) => Object.fromEntries(new URLSearchParams(query)),
  },
  comparable: fields,
};

await bench(import.meta.dirname, {
  measures: 'time per value',
  notes: '[Performance](../../docs/performance.md) compares whole servers.',
  functions: {
    'query with one name': {
      inputs: each((index) => `page=${index}`),
      ...queries,
    },
    'query with escapes': {
      inputs: each((index) => `q=two+words&name=J%C3%BCrgen&id=${index}&order=desc`),
      ...queries,
    },
    'three cookies': {
      inputs: each((index) => `_ga=GA1.1.${index}.17; theme=dark; sid=${(index * 7_919).toString(16)}`),
      variants: { '@nextpress/semantics': parseCookies, cookie: (header) => cookie.parse(header) },
      comparable: fields,
    },
    'preferred media type': {
      inputs: [
        'text/html,application/xml;q=0.9,*/*;q=0.8',
        'application/json',
        '*/*',
        'text/html;q=0.5, application/json',
      ],
      variants: {
        '@nextpress/semantics': (accept) => preferredMediaType(accept, OFFERS),
        negotiator: (accept) => new Negotiator({ headers: { accept } }).mediaType(OFFERS),
      },
    },
  },
});
