type Source<Value> = AsyncIterable<Value> | Iterable<Value>;
type SourceIterator<Value> = AsyncIterator<Value> | Iterator<Value>;

/**
 * Calls a function with each value of a source, until the function resolves to `false` or the signal is aborted. It
 * then settles even while the source is waiting, and calls `return` of its iterator.
 *
 * @throws errors of the source and the function, unless the signal was aborted
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

/** @param leave - called if values are left */
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

/**
 * Nothing awaits the source any more, so its errors have no handler. A generator that is waiting returns after its
 * wait.
 */
function returnQuietly<Value>(iterator: SourceIterator<Value>): void {
  Promise.resolve()
    .then(() => iterator.return?.())
    .catch(() => {});
}
