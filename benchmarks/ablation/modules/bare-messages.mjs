// In the place of server/messages: the helpers are taken off the prototypes, to be assigned to each request and response.
import { basePrototypes, createMessages as createPatched } from '../../../packages/server/src/messages.ts';

export * from '../../../packages/server/src/messages.ts';

/** @typedef {(object: object) => void} Assign */

/** Of the requests and the responses of all applications. @type {{ request: Assign, response: Assign } | undefined} */
let assigners;

/** What gives a request and a response their helpers. */
export function assignersOfHelpers() {
  if (assigners === undefined) throw new Error('no application has been made');
  return assigners;
}

/** @type {typeof createPatched} */
export function createMessages(settings) {
  const messages = createPatched(settings);
  if (assigners === undefined) {
    const { request, response } = basePrototypes();
    assigners = { request: takeHelpers(request), response: takeHelpers(response) };
  }
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
    // A symbol is a field that begins as `undefined`, or the settings, which belong to the application.
    if (key === 'constructor' || descriptor === undefined || typeof key === 'symbol') continue;
    Reflect.deleteProperty(prototype, key);
    if (descriptor.get !== undefined) accessors.push([key, descriptor]);
    else values[key] = descriptor.value;
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
