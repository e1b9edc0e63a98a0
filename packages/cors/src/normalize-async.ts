/** @module Accepts user functions that return a result, return a promise or call a callback. */

/** Receives the result, or an error as the first argument. Only the first call counts. */
export type CorsCallback<Answer> = (error?: unknown, answer?: Answer) => void;

/** The return type of a function that calls back. */
type CalledBack = ReturnType<() => void>;

/** The return type of a function that may call back instead of returning its result. */
export type Returned<Answer> = Answer | CalledBack | PromiseLike<Answer | CalledBack>;

/**
 * Wraps a user function so that it returns its result or a promise. A function with a second parameter calls back; its return
 * value is ignored, because `emit` and `write`, which pass the callback on, return `true`.
 *
 * @param read - validates and converts the result
 */
export function normalizeAsync<Subject, Answer, Result>(
  userFunction: (subject: Subject, callback: CorsCallback<Answer>) => unknown,
  read: (answer: unknown, subject: Subject) => Result,
): (subject: Subject) => Result | Promise<Result> {
  if (userFunction.length > 1) {
    return (subject) => promisify(userFunction, subject).then((answer) => read(answer, subject));
  }
  const decide = userFunction as (subject: Subject) => unknown;
  return (subject) => {
    const answer = decide(subject);
    if (!isThenable(answer)) return read(answer, subject);
    return Promise.resolve(answer).then((resolved) => read(resolved, subject));
  };
}

/** A promise even if the callback is called synchronously, so that the chain never continues inside the user function. */
function promisify<Subject, Answer>(
  userFunction: (subject: Subject, callback: CorsCallback<Answer>) => unknown,
  subject: Subject,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const returned = userFunction(subject, (error, answer) => {
      if (error) reject(error);
      else resolve(answer ?? null);
    });
    // Without this, the rejection of an async function would be unhandled.
    if (returned instanceof Promise) returned.catch(reject);
  });
}

function isThenable(answer: unknown): answer is PromiseLike<unknown> {
  return typeof (answer as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
