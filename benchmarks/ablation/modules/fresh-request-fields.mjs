// In the place of core/open-request: every request begins with params and a query of its own.
import { QUERY } from '../../../packages/core/src/internal/request/target-state.ts';
import { openRequest as open } from '../../../packages/core/src/open-request.ts';

/** @type {typeof open} */
export function openRequest(req, res) {
  const isWellFormed = open(req, res);
  const opened = /** @type {Opened} */ (req);
  opened.params = {};
  if (opened.url?.indexOf('?') === -1) opened[QUERY] = { query: {}, parser: undefined };
  return isWellFormed;
}

/**
 * @typedef {import('../../../packages/core/src/internal/request/target-state.ts').TargetState} TargetState
 * @typedef {TargetState & { params: object }} Opened
 */
