/** @module Accepts functions that return a result, return a promise or call a callback. */

import { isThenable } from '@nextpress/semantics/thenable';

/** Receives the result, or an error as the first argument. Only the first call counts. */
export type CorsCallback<Result> = (error?: unknown, result?: Result) => void;

/** The return type of a function that uses the callback. */
type CalledBack = ReturnType<() => void>;

/** The return type of a function that may use the callback instead of returning its result. */
export type Returned<Result> = Result | CalledBack | PromiseLike<Result | CalledBack>;

/**
 * Wraps the application's function so that it returns its result or a promise. A function with a second parameter uses
 * the callback; its return value is ignored, because a function that ends with `emit` or `write` returns `true`.
 *
 * @param read - validates and converts the result
 */
export function normalizeAsync<Subject, Result, Output>(
  userFunction: (subject: Subject, callback: CorsCallback<Result>) => unknown,
  read: (result: unknown, subject: Subject) => Output,
): (subject: Subject) => Output | Promise<Output> {
  if (userFunction.length > 1) {
    return (subject) => promisify(userFunction, subject).then((result) => read(result, subject));
  }
  const decide = userFunction as (subject: Subject) => unknown;
  return (subject) => {
    const result = decide(subject);
    if (!isThenable(result)) return read(result, subject);
    return Promise.resolve(result).then((resolved) => read(resolved, subject));
  };
}

/**
 * Returns a promise even if the callback is called synchronously, so that the chain never continues inside the
 * application's function.
 */
function promisify<Subject, Result>(
  userFunction: (subject: Subject, callback: CorsCallback<Result>) => unknown,
  subject: Subject,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const returned = userFunction(subject, (error, result) => {
      if (error) reject(error);
      else resolve(result ?? null);
    });
    // Without this, the rejection of an async function would be unhandled.
    if (returned instanceof Promise) returned.catch(reject);
  });
}
