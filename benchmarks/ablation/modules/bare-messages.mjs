// In the place of server/messages: the helpers are taken off the prototypes, to be assigned to each request and response.
import { createMessages as createPatched } from '../../../packages/server/src/messages.ts';

export * from '../../../packages/server/src/messages.ts';

/** @typedef {(object: object) => void} Assign */

/** @type {WeakMap<import('../../../packages/server/src/messages.ts').Messages, { request: Assign, response: Assign }>} */
const assigners = new WeakMap();

/** What gives the requests and the responses of an application their helpers. @param {import('../../../packages/server/src/messages.ts').Messages} messages */
export function assignersOf(messages) {
  const found = assigners.get(messages);
  if (found === undefined) throw new Error('these classes were not made by createMessages');
  return found;
}

/** @type {typeof createPatched} */
export function createMessages(queryParser) {
  const messages = createPatched(queryParser);
  assigners.set(messages, {
    request: takeHelpers(messages.Request.prototype),
    response: takeHelpers(messages.Response.prototype),
  });
  return messages;
}

/** @param {object} prototype @returns {Assign} */
function takeHelpers(prototype) {
  /** @type {Record<string, unknown>} */
  const values = {};
  /** @type {[PropertyKey, PropertyDescriptor][]} */
  const accessors = [];
  for (const key of Reflect.ownKeys(prototype)) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    if (key === 'constructor' || descriptor === undefined) continue;
    Reflect.deleteProperty(prototype, key);
    if (descriptor.get !== undefined) accessors.push([key, descriptor]);
    // A symbol is a field that is `undefined` at first.
    else if (typeof key === 'string') values[key] = descriptor.value;
  }
  const assignValues = assigner(Object.keys(values));
  return (object) => {
    assignValues(object, values);
    for (const [key, descriptor] of accessors) Object.defineProperty(object, key, descriptor);
  };
}

/**
 * Assigns each by its name, as one would write it by hand. A loop over names costs three times as much, and whoever
 * assigns helpers doesn't loop.
 *
 * @param {readonly string[]} names
 * @returns {(object: object, values: Readonly<Record<string, unknown>>) => void}
 */
function assigner(names) {
  const lines = names.map((name) => `object[${JSON.stringify(name)}] = values[${JSON.stringify(name)}];`);
  return /** @type {ReturnType<typeof assigner>} */ (new Function('object', 'values', lines.join('\n')));
}
