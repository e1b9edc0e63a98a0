// The other end of child.mjs, in the process that holds the server: answers what it is asked.

/** @type {readonly string[]} */
let atFirst = [];

/** Answers by name from now on; `end` lets the process go. @param {Record<string, () => unknown>} answers */
export function answerParent(answers) {
  process.on('message', async (/** @type {{ ask: string, number: number }} */ { ask, number }) => {
    if (ask === 'end') setImmediate(() => process.disconnect());
    process.send?.({ number, answer: await answers[ask]?.() });
  });
  // With the channel to the process that asks, which is now listened to, and with the standard streams, which are opened
  // when they are first asked for, be it by Node itself.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  atFirst = process.getActiveResourcesInfo();
}

/**
 * Answers for one server: where it listens, what there is to tell, and when it has closed.
 *
 * @param {import('node:http').Server} server
 * @param {() => unknown} facts
 */
export function answerForServer(server, facts) {
  answerParent({
    async start() {
      await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
      return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    },
    facts,
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  });
}

/** What keeps the process alive, beyond what did when it began. */
export function resourcesLeft() {
  const left = process.getActiveResourcesInfo();
  for (const resource of atFirst) {
    const index = left.indexOf(resource);
    if (index !== -1) left.splice(index, 1);
  }
  return left;
}
