/** @module Options that a user function chooses for each request. */

import type { IncomingMessage } from 'node:http';
import { invalidValue } from '@nextpress/semantics/options';
import type { CorsOptions, CorsOptionsFunction } from './cors-options.ts';
import type { CorsPolicy } from './cors-policy.ts';
import { compilePolicy } from './cors-policy.ts';
import { normalizeAsync } from './normalize-async.ts';

/** Returns the policy for a request. Throws or rejects if the user function does, or for invalid options. */
export type PolicyChoice<Request> = (req: Request) => CorsPolicy | Promise<CorsPolicy>;

/** Wraps a user function that chooses options. Frozen options are compiled once. */
export function compileChoice<Request extends IncomingMessage>(
  choose: CorsOptionsFunction<Request>,
): PolicyChoice<Request> {
  const compiled = new WeakMap<object, CorsPolicy>();
  return normalizeAsync(choose, (options: unknown) => {
    if (typeof options !== 'object' || options === null) {
      throw invalidValue(
        'result of the function passed to cors()',
        'an object of options, or a promise of one',
        options,
      );
    }
    const cached = compiled.get(options);
    if (cached !== undefined) return cached;
    const policy = compilePolicy(options, true);
    if (isDeeplyFrozen(options)) compiled.set(options, policy);
    return policy;
  });
}

function isDeeplyFrozen(options: CorsOptions): boolean {
  return (
    Object.isFrozen(options) &&
    Object.values(options).every((value) => !Array.isArray(value) || Object.isFrozen(value))
  );
}
