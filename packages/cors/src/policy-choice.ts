/** @module Cold, but for the function that `compileChoice` returns: options that are chosen for each request. */

import type { IncomingMessage } from 'node:http';
import { invalidValue } from '@nextpress/semantics/options';
import { askedFunction } from './asked-function.ts';
import type { CorsOptions, CorsOptionsFunction } from './cors-options.ts';
import type { CorsPolicy } from './cors-policy.ts';
import { compilePolicy } from './cors-policy.ts';

/** The policy for a request. Throws, or rejects, with what the function does, or because of the options it gives. */
export type PolicyChoice<Request> = (req: Request) => CorsPolicy | Promise<CorsPolicy>;

/** Asks the function for each request, and compiles what can't change only once. */
export function compileChoice<Request extends IncomingMessage>(
  choose: CorsOptionsFunction<Request>,
): PolicyChoice<Request> {
  const compiled = new WeakMap<object, CorsPolicy>();
  return askedFunction(choose, (options: unknown) => {
    if (typeof options !== 'object' || options === null) {
      throw invalidValue(
        'result of the function passed to cors()',
        'an object of options, or a promise of one',
        options,
      );
    }
    const known = compiled.get(options);
    if (known !== undefined) return known;
    const policy = compilePolicy(options, true);
    if (isConstant(options)) compiled.set(options, policy);
    return policy;
  });
}

function isConstant(options: CorsOptions): boolean {
  return (
    Object.isFrozen(options) &&
    Object.values(options).every((value) => !Array.isArray(value) || Object.isFrozen(value))
  );
}
