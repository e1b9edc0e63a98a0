/** @module Throws errors in a tick of their own, so that they don't interrupt the code that is running. */

export function rethrow(error: unknown): never {
  throw error;
}
