import type { Params } from './request-helpers.ts';

/** Stands for the `params` of a request that no pattern has captured anything from: `req.params` is a new object then. */
export const NO_PARAMS: Params = Object.freeze(Object.create(null) as Params);
