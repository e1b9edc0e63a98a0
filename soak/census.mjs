/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 *
 * @typedef {object} Exchange
 * @property {Request} req
 * @property {Response} res
 * @property {number} requestClosed when, in milliseconds; 0 is not yet
 * @property {number} responseClosed
 */

/** Milliseconds after which a request that has closed can't expect its response to follow. */
const grace = 3_000;

/** Counts what becomes of requests and responses, without keeping any that is over. */
export class Census {
  /** Requests that reached a handler. */
  dispatched = 0;
  /** Those of them whose events are listened to: the others go without any listener. */
  watched = 0;
  /** Responses that never had their turn: their connection was gone. `node:http` lets them have no `'close'`. */
  dropped = 0;
  /** Requests that were answered before their body was there, and left by their client: these have none either. */
  abandoned = 0;
  /** @type {string[]} */
  faults = [];
  /** @type {Set<Exchange>} */
  #open = new Set();

  /** Requests that are under way. */
  get open() {
    return this.#open.size;
  }

  /** What the first few of them are. */
  describeOpen() {
    return [...this.#open].slice(0, 10).map(({ req, res, requestClosed, responseClosed }) => {
      const events = `${requestClosed === 0 ? 'open' : 'closed'}, ${responseClosed === 0 ? 'open' : 'closed'}`;
      const { socket } = req;
      const connection = `read ${socket.bytesRead}, ${socket.isPaused() ? 'paused' : 'flowing'}, ${socket.destroyed ? 'destroyed' : 'alive'}`;
      return `${req.method} ${req.url}: ${events}; complete ${req.complete}, ended ${res.writableEnded}; ${connection}, ${socket.writableLength} to write`;
    });
  }

  /** @param {Request} req @param {Response} res */
  count(req, res) {
    this.dispatched++;
    if (this.dispatched % 2 === 0) return;
    this.watched++;
    const exchange = { req, res, requestClosed: 0, responseClosed: 0 };
    this.#open.add(exchange);
    req.on('close', () => this.#close(exchange, 'requestClosed'));
    res.on('close', () => this.#close(exchange, 'responseClosed'));
    // A client that leaves in the middle of a body is an error to whoever reads it.
    req.on('error', () => {});
    res.on('error', () => {});
  }

  /** Takes out what is over, and notes what should be. */
  sweep() {
    const now = Date.now();
    for (const exchange of this.#open) {
      const { req, res, requestClosed, responseClosed } = exchange;
      if (requestClosed !== 0 && now - requestClosed > grace && responseClosed === 0) {
        this.#open.delete(exchange);
        // Its connection closed before its turn came.
        if (res.socket === null && req.destroyed) this.dropped++;
        else this.faults.push(`${req.method} ${req.url}: its response never closed`);
      } else if (responseClosed !== 0 && now - responseClosed > grace && requestClosed === 0) {
        this.#open.delete(exchange);
        if (!req.complete && req.socket.destroyed) this.abandoned++;
        else this.faults.push(`${req.method} ${req.url}: its response has closed, it never did`);
      }
    }
  }

  /** @param {Exchange} exchange @param {'requestClosed' | 'responseClosed'} which */
  #close(exchange, which) {
    if (exchange[which] !== 0)
      this.faults.push(`${exchange.req.method} ${exchange.req.url}: 'close' came twice`);
    exchange[which] = Date.now();
    if (exchange.requestClosed !== 0 && exchange.responseClosed !== 0) this.#open.delete(exchange);
  }
}
