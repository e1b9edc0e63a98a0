/** @module Cold, but for the function that `askedFunction` returns: functions that return an answer or call back. */

/** Takes the answer, or an error in front of it. The first call counts. */
export type CorsCallback<Answer> = (error?: unknown, answer?: Answer) => void;

/** What a function returns that calls back instead. */
type CalledBack = ReturnType<() => void>;

/** What a function returns that may call back instead. */
export type Returned<Answer> = Answer | CalledBack | PromiseLike<Answer | CalledBack>;

/**
 * One way to ask, whatever the function does: return the answer, return a promise of it or, when it has a second
 * parameter, call back. What it returns then is no answer: `emit` and `write`, which pass the callback on, return `true`.
 *
 * @param read - checks the answer, and makes of it what is needed
 */
export function askedFunction<Subject, Answer, Made>(
  given: (subject: Subject, callback: CorsCallback<Answer>) => unknown,
  read: (answer: unknown, subject: Subject) => Made,
): (subject: Subject) => Made | Promise<Made> {
  if (given.length > 1) return (subject) => callBack(given, subject).then((answer) => read(answer, subject));
  const ask = given as (subject: Subject) => unknown;
  return (subject) => {
    const answer = ask(subject);
    if (!isThenable(answer)) return read(answer, subject);
    return Promise.resolve(answer).then((late) => read(late, subject));
  };
}

/** A promise also for what is called back at once: whoever waits is never called from inside the function. */
function callBack<Subject, Answer>(
  given: (subject: Subject, callback: CorsCallback<Answer>) => unknown,
  subject: Subject,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const returned = given(subject, (error, answer) => {
      if (error) reject(error);
      else resolve(answer ?? null);
    });
    // Nobody else would hear of it when an async function fails.
    if (returned instanceof Promise) returned.catch(reject);
  });
}

function isThenable(answer: unknown): answer is PromiseLike<unknown> {
  return typeof (answer as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
