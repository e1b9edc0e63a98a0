import { EventEmitter } from 'node:events';

/**
 * How a stream is delivered to plain Node. Deliveries other than that of the case have outcomes that are just as valid.
 *
 * @typedef {object} Delivery
 * @property {readonly number[]} stops Offsets, in order, after each of which the client withholds bytes while responses are pending.
 * @property {'waits' | 'flushes' | 'resumes' | 'drops'} fin What a FIN does when bytes are withheld: it waits after them, it brings
 * them with it though responses are pending, at once or when the server reads on, or it comes in their place.
 * @property {boolean} joined Whether the parts that were withheld come in one chunk.
 * @property {number | 'release' | 'released' | 'around' | 'fed'} nativeFrom The part from which on Node's parser reads the socket natively, as it does
 * unless another reader comes first: then ticks and promise jobs run between its callbacks. Before that it is fed by
 * its listener for `'data'`, as where the socket isn't a native one, and they run when the whole chunk has been read.
 * `'release'`: from the first part that was withheld on; `'released'`: after that, while it is being fed; `'around'`: before
 * and after that, while it is being fed; `'fed'`: after the first chunk, while that is being fed.
 * @property {number} [fedFrom] The part from which on it is fed again, as after the application adds a listener to the
 *   socket.
 */

/** @type {Delivery} */
export const atOnce = { stops: [], fin: 'waits', joined: false, nativeFrom: 0 };

/** Everything at once, and no tick before a chunk has been read. @type {Delivery} */
export const inScript = { ...atOnce, nativeFrom: Number.POSITIVE_INFINITY };

/**
 * The private fields of Node that decide how a socket is read.
 *
 * @typedef {import('node:net').Socket & {
 *   _handle: { _consumed?: boolean } | null,
 *   _readableState: { reading: boolean },
 *   parser?: { _consumed: boolean, consume(handle: object): void, unconsume(): void } | null,
 * }} ReadSocket
 */

/** Fed the first chunk and reading natively after it, as after a hand-over of the lane. @type {Delivery} */
export const fed = { ...atOnce, nativeFrom: 'fed' };

/**
 * Keeps Node from reading a connection natively; called before Node's own listener.
 *
 * @param {import('node:net').Socket} socket
 * @param {number} [chunks] before the last of these has come: then it does, though that one is being fed
 */
export function readInScript(socket, chunks = Number.POSITIVE_INFINITY) {
  const { _handle } = /** @type {ReadSocket} */ (socket);
  if (_handle !== null) _handle._consumed = true;
  if (Number.isFinite(chunks)) readNativelyAfter(socket, chunks);
}

/** Lets Node's parser read natively after `chunks` more chunks, while the last of them is being fed. @param {import('node:net').Socket} socket @param {number} chunks */
export function readNativelyAfter(socket, chunks) {
  let left = chunks;
  // Not with the socket's own method, which Node takes for another reader.
  EventEmitter.prototype.prependListener.call(socket, 'data', function count() {
    if (--left > 0) return;
    EventEmitter.prototype.removeListener.call(socket, 'data', count);
    readNatively(socket);
  });
}

/** From now on Node's parser is fed. @param {import('node:net').Socket | undefined} socket */
export function readAsFed(socket) {
  const { parser } = /** @type {ReadSocket} */ (socket ?? {});
  if (!parser?._consumed) return;
  parser.unconsume();
  parser._consumed = false;
}

/** From now on Node's parser reads natively. @param {import('node:net').Socket | undefined} socket */
export function readNatively(socket) {
  if (socket === undefined) return;
  const { _handle, _readableState, parser } = /** @type {ReadSocket} */ (socket);
  if (_handle === null || !parser || parser._consumed) return;
  parser._consumed = true;
  parser.consume(_handle);
  // The stream waits for bytes that never arrive.
  _readableState.reading = true;
}
