/** @module Reads thrown values, which can be anything: a frozen object, a Proxy, an object with throwing getters. */

/**
 * Reads a property of a thrown value.
 *
 * @returns `undefined` if there is none, or if reading it throws
 *
 * @example
 * import { thrownProperty } from '@nextpress/semantics/thrown-value';
 *
 * thrownProperty(Object.assign(new Error(), { status: 404 }), 'status'); // => 404
 * thrownProperty(null, 'status'); // => undefined
 */
export function thrownProperty(thrown: unknown, name: PropertyKey): unknown {
  try {
    return (Object(thrown) as Record<PropertyKey, unknown>)[name];
  } catch {
    return undefined;
  }
}

/**
 * Whether a thrown value is an `Error`. Unlike `instanceof`, it does not throw for a revoked Proxy.
 *
 * @example
 * import { isThrownError } from '@nextpress/semantics/thrown-value';
 *
 * isThrownError(new TypeError()); // => true
 * isThrownError('failed'); // => false
 */
export function isThrownError(thrown: unknown): thrown is Error {
  try {
    return thrown instanceof Error;
  } catch {
    return false;
  }
}

/**
 * Describes a thrown value: the message of an error, or the value as a string.
 *
 * @example
 * import { thrownText } from '@nextpress/semantics/thrown-value';
 *
 * thrownText(new Error('The queue is full.')); // => 'The queue is full.'
 * thrownText(Object.create(null)); // => 'a value that cannot be printed'
 */
export function thrownText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'a value that cannot be printed';
  }
}

/**
 * Removes the `code` that Nextpress adds to errors that have none in Express, because error handlers may mistake any
 * code for a status. Codes set by Node or the application are enumerable, and are kept.
 *
 * @example
 * import { HttpError } from '@nextpress/semantics/http-error';
 * import { withoutCode } from '@nextpress/semantics/thrown-value';
 *
 * withoutCode(new HttpError(403, 'ERR_DOTFILE', 'Forbidden')).code; // => undefined
 */
export function withoutCode<Thrown>(thrown: Thrown): Thrown {
  try {
    if (!Object.prototype.propertyIsEnumerable.call(thrown, 'code'))
      Reflect.deleteProperty(thrown as object, 'code');
  } catch {
    // Not an object, or a Proxy.
  }
  return thrown;
}

/**
 * Turns a thrown value into an error for `next`. Falsy values, `'route'` and `'router'` would let the request through
 * to the next function, so they become the `cause` of an error.
 *
 * @param source - what threw it, for the message
 *
 * @example
 * import { errorForNext } from '@nextpress/semantics/thrown-value';
 *
 * String(errorForNext('route', 'the guard')); // => 'Error: the guard threw route'
 * errorForNext('closed', 'the guard'); // => 'closed'
 */
export function errorForNext(thrown: unknown, source: string): unknown {
  if (thrown && thrown !== 'route' && thrown !== 'router') return thrown;
  return new Error(`${source} threw ${String(thrown)}`, { cause: thrown });
}

/** The properties of an error that Node reads. */
const READ_BY_NODE = ['stack', 'message', 'name', 'code'] as const;

/**
 * Makes a thrown value safe to pass to Node, which reads the properties of an error that destroys a stream. If reading
 * them throws, the process crashes or the stream stays open.
 *
 * @returns the value itself, or an error that describes it if reading it throws
 *
 * @example
 * import { readableError } from '@nextpress/semantics/thrown-value';
 *
 * readableError('closed'); // => 'closed'
 * const hostile = { get stack() { throw new Error('no stack'); } };
 * String(readableError(hostile)); // => 'Error: [object Object]'
 */
export function readableError(thrown: unknown): unknown {
  try {
    for (const name of READ_BY_NODE) void (Object(thrown) as Record<string, unknown>)[name];
    return thrown;
  } catch {
    return new Error(thrownText(thrown));
  }
}

/**
 * Prints thrown values, and the text around them, to the console.
 *
 * @example
 * import { printThrown } from '@nextpress/semantics/thrown-value';
 *
 * printThrown('The queue has failed:', new Error('It is full.'));
 */
export function printThrown(...parts: readonly unknown[]): void {
  try {
    console.error(...parts);
  } catch {
    console.error(...parts.map(thrownText));
  }
}

/**
 * Adds a sentence to the message and the stack of an error, unless it is frozen.
 *
 * @example
 * import { addToMessage } from '@nextpress/semantics/thrown-value';
 *
 * const error = new Error('The port is in use');
 * addToMessage(error, 'Choose another one');
 * error.message; // => 'The port is in use. Choose another one'
 */
export function addToMessage(error: Error, text: string): void {
  try {
    const { message, stack = '' } = error;
    error.message = `${message}. ${text}`;
    error.stack = stack.replace(message, () => error.message);
  } catch {
    // The error is frozen, or throws on access.
  }
}
