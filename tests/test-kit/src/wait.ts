/** Waits until the condition holds; the timeout of the test is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await oneTurn();
}

/**
 * Lets the event loop poll its sockets twenty times. One long timer would fire before the poll if the process had been suspended;
 * client and server share this thread.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await oneTurn();
}

/** Waits until a count has begun to grow, and then has stopped. */
export async function stable(count: () => number): Promise<number> {
  for (let before = 0; before === 0 || before !== count(); await settle()) before = count();
  return count();
}

const oneTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
