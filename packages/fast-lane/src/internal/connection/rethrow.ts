/** @module Errors that are thrown in a tick of their own, so that they don't end what runs now. */

export function rethrow(error: unknown): never {
  throw error;
}
