/** @module The errors that nobody catches. */

/** For a tick of its own: what nobody catches there doesn't end what runs now. */
export function rethrow(error: unknown): never {
  throw error;
}
