/** @module The work of five middlewares, without a framework: each server's file fits it into its own. */

const KEPT = 1_000;
const WINDOW = 60_000;

/** The last thousand requests, in memory. */
export class RequestLog {
  #entries = new Array(KEPT).fill(undefined);
  #count = 0;

  /** @param {{ id: string, method: string, path: string, status: number, milliseconds: number }} entry */
  add(entry) {
    this.#entries[this.#count % KEPT] = entry;
    this.#count += 1;
  }
}

/** So many requests per minute and user. */
export class Limiter {
  /** @type {Map<string, { until: number, left: number }>} */
  #windows = new Map();

  /** @param {number} limit */
  constructor(limit) {
    this.limit = limit;
  }

  /** Takes one; below zero when there was none left. @param {string} user */
  take(user) {
    const now = Date.now();
    let window = this.#windows.get(user);
    if (window === undefined || window.until < now) {
      window = { until: now + WINDOW, left: this.limit };
      this.#windows.set(user, window);
    }
    window.left -= 1;
    return window.left;
  }
}

/** Who a bearer token names. It is read, not verified. @param {string | null | undefined} authorization */
export function userOf(authorization) {
  const payload = authorization?.startsWith('Bearer ') ? authorization.split('.')[1] : undefined;
  if (payload === undefined) return undefined;
  try {
    /** @type {{ sub: string, exp: number }} */
    const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return exp * 1_000 > Date.now() ? sub : undefined;
  } catch {
    return undefined;
  }
}

/** A token that is good until 2100. */
export const token = [{ alg: 'HS256', typ: 'JWT' }, { sub: 'ada', exp: 4_102_444_800 }, 'signature']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

/** More than any run sends. */
export const LIMIT = 1_000_000_000;
