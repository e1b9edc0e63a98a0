type Source<Value> = AsyncIterable<Value> | Iterable<Value>;
type SourceIterator<Value> = AsyncIterator<Value> | Iterator<Value>;

/**
 * Calls a function with each value of a source, until the function's promise is `false` or the signal is aborted. Settles then also while
 * the source waits, and calls `return` of its iterator.
 *
 * @throws what the source and the function throw; not after the signal is aborted
 */
export function consume<Value>(
  source: Source<Value>,
  signal: AbortSignal,
  take: (value: Value) => Promise<boolean>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const iterator = iteratorOf(source);
    let hasReturned = false;
    const leave = (): void => {
      if (!hasReturned) returnQuietly(iterator);
      hasReturned = true;
    };
    const stop = (): void => {
      leave();
      resolve();
    };
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop);
    takeEach(iterator, take, leave)
      .finally(() => signal.removeEventListener('abort', stop))
      .then(resolve, reject);
  });
}

function iteratorOf<Value>(source: Source<Value>): SourceIterator<Value> {
  if (Symbol.asyncIterator in Object(source)) return (source as AsyncIterable<Value>)[Symbol.asyncIterator]();
  return (source as Iterable<Value>)[Symbol.iterator]();
}

/** @param leave - called when values are left */
async function takeEach<Value>(
  iterator: SourceIterator<Value>,
  take: (value: Value) => Promise<boolean>,
  leave: () => void,
): Promise<void> {
  let result = await iterator.next();
  while (result.done !== true) {
    try {
      if (!(await take(await result.value))) {
        leave();
        return;
      }
    } catch (error) {
      leave();
      throw error;
    }
    result = await iterator.next();
  }
}

/** Nothing waits for the source any longer, so its errors have no handler. A generator that waits returns when its wait is over. */
function returnQuietly<Value>(iterator: SourceIterator<Value>): void {
  Promise.resolve()
    .then(() => iterator.return?.())
    .catch(() => {});
}
