import { Stage } from './stage.mjs';
import {
  listenerCounts,
  requestState,
  responseDecisions,
  responseEvents,
  responseProgress,
  settledEvents,
  socketState,
} from './state.mjs';
import { describeError } from './value.mjs';

const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * The observations of one exchange, in strands of lines that depend on each other. The order of lines of different strands
 * does not count.
 */
export class HandlerLog {
  /** Runs the deferred steps of handlers. */
  stage = new Stage(() => this.#survey());
  /** The requests so far, in the order in which they were dispatched. @type {{ req: import('./state.mjs').Request, res: import('./state.mjs').Response }[]} */
  dispatched = [];
  /** How many responses, from the first, were over when the exchange was last idle. */
  over = 0;
  /** Whether a response may have filled the socket's buffers: the kernel decides how much of it leaves before a `destroy`. */
  big = false;
  /** Whether a handler has destroyed the connection. */
  destroying = false;
  /** @type {Map<string, string[]>} */
  #strands = new Map();

  /** @param {string} strand @param {string} text */
  note(strand, text) {
    this.stage.touch();
    const lines = this.#strands.get(strand);
    if (lines === undefined) this.#strands.set(strand, [text]);
    else lines.push(text);
  }

  /** Logs an uncaught error; a planned one names its owner. @param {string} kind @param {unknown} error */
  uncaught(kind, error) {
    const planned = error instanceof Error ? /^planned by (\d+)/.exec(error.message) : null;
    this.note(planned === null ? 'uncaught' : `${planned[1]} uncaught`, `${kind} ${describeError(error)}`);
  }

  /** Logs the final state of every request and response. */
  settle() {
    for (const [index, { req, res }] of this.dispatched.entries()) {
      this.note(`${index} settled req`, `${requestState(req)}; ${listenerCounts(req, settledEvents)}`);
      this.note(`${index} settled res`, `${responseDecisions(res)} ${responseProgress(res)}`);
      this.note(`${index} settled res`, `${listenerCounts(res, responseEvents)}; ${socketState(req, res)}`);
    }
  }

  #survey() {
    const pending = this.dispatched.findIndex(({ res }) => !res.closed);
    this.over = pending === -1 ? this.dispatched.length : pending;
  }

  /** Every strand's lines, each with its strand's name, strands in the order of their names. */
  lines() {
    return [...this.#strands]
      .sort(([one], [other]) => byNumber.compare(one, other))
      .flatMap(([strand, lines]) => lines.map((line) => `${strand}: ${line}`));
  }
}
