import type { IncomingMessage } from 'node:http';

/** The option `requestId` of `createServer`. */
export interface RequestIdOptions {
  /**
   * The header of the request and of the response.
   * @defaultValue `'X-Request-Id'`
   */
  header?: string;
  /**
   * Makes an id of 1 to 200 letters, digits and characters of `_.:@+/=~-`. If it throws or returns anything else, the id is a random
   * UUID, and a process warning is emitted once.
   * @defaultValue a random UUID
   */
  generate?: (req: IncomingMessage) => string;
}
