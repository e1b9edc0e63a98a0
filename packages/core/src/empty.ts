import { parseQuery, type Query } from '@nextpress/semantics/query';
import type { Params } from './request-helpers.ts';

/** The `params` of a request that no pattern has captured anything from. Frozen, without a prototype. */
export const NO_PARAMS: Params = Object.freeze(Object.create(null) as Params);

/** The `query` of a target without one. Frozen, inheriting nothing. */
export const NO_QUERY: Query = Object.freeze(parseQuery(''));
