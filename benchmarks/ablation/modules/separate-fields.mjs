// Replaces core/internal/response/response-methods: every response is sent as if a method had been replaced, header by header.
export { METHODS, NODE_METHODS } from '../../../packages/core/src/internal/response/response-methods.ts';

/** @type {typeof import('../../../packages/core/src/internal/response/response-methods.ts').hasOriginalMethods} */
export function hasOriginalMethods() {
  return false;
}
