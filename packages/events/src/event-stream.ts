import type { ServerResponse } from 'node:http';
import { clearInterval, setInterval } from 'node:timers';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { consume } from './consume.ts';
import type { EventStreamSettings } from './event-stream-options.ts';
import { EventWriter } from './event-writer.ts';
import { formatEvent, type ServerSentEvent } from './format-event.ts';
import { endOnShutdown } from './long-lived.ts';

const HEARTBEAT = ':\n\n';
/** How long a client with a full buffer may go without reading, in milliseconds. Node may take twice the time. */
const STALL_TIME = 2_000;

/** A response that sends events until it is closed, made by `sse(res)`. */
export class EventStream {
  /** The id of the last event that a reconnecting client received; `''` for a new client. */
  readonly lastEventId: string;
  readonly #res: ServerResponse;
  readonly #writer: EventWriter;
  readonly #maxBuffer: number;
  readonly #controller = new AbortController();
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #drained: Promise<boolean> | undefined;
  #settleDrained: ((isOpen: boolean) => void) | undefined;

  /** The response's head has been sent. */
  constructor(res: ServerResponse, { heartbeat, retry, maxBuffer }: EventStreamSettings) {
    this.#res = res;
    this.#writer = new EventWriter(res, () => this.#endDrain(true));
    this.#maxBuffer = maxBuffer;
    this.lastEventId = lastEventIdOf(res);
    if (heartbeat > 0) this.#heartbeat = setInterval(() => this.#beat(), heartbeat).unref();
    onExchangeEnd(res, () => this.#stop());
    endOnShutdown(res, () => this.close());
    if (this.#isEnded) this.#stop();
    else if (retry !== undefined) void this.send({ retry });
  }

  /** Whether the stream has ended: the client disconnected, the server is shutting down, or `close()` was called. */
  get isClosed(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Aborted when the stream ends. Pass it to the code that waits for events. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Sends an event, or a string as its data. Does nothing after the stream has ended.
   *
   * @returns a promise that never rejects: `true` once the client can take more, `false` if the stream has ended
   * @throws TypeError for an unknown field, an invalid `retry`, or data that cannot be serialized
   */
  send(event: ServerSentEvent | string): Promise<boolean> {
    const text = formatEvent(event);
    if (this.isClosed || this.#isEnded) return Promise.resolve(false);
    this.#heartbeat?.refresh();
    this.#write(text);
    if (this.isClosed) return Promise.resolve(false);
    return this.#writer.needsDrain ? this.#drain() : Promise.resolve(true);
  }

  /**
   * Sends every event of a source, each when the client can take it, and then closes the stream. When the stream ends,
   * it settles immediately and calls `return` of the source's iterator. A generator that is waiting runs until its wait
   * is over, unless it watches {@link EventStream.signal}.
   *
   * @throws errors of the source, unless the stream has ended
   */
  async sendAll(
    source: AsyncIterable<ServerSentEvent | string> | Iterable<ServerSentEvent | string>,
  ): Promise<void> {
    await consume(source, this.signal, (event) => this.send(event));
    this.close();
  }

  /** Ends the response. The client reconnects, unless it then gets the status 204. */
  close(): void {
    if (this.isClosed) return;
    this.#stop();
    this.#res.end();
  }

  /** Calls {@link EventStream.close}, for `await using stream = sse(res)`. */
  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  /**
   * Whether the application ended the response itself. Until the response closes, writing would emit an unhandled
   * error.
   */
  get #isEnded(): boolean {
    return this.#res.writableEnded || this.#res.destroyed;
  }

  /**
   * A client that stops reading must not exhaust memory. A single event may be longer than the limit. A slow client
   * gets the buffered events, so that it does not reconnect for the same ones; one that reads nothing is disconnected.
   */
  #write(text: string): void {
    if (this.#writer.unsent <= this.#maxBuffer) {
      this.#writer.write(text);
      return;
    }
    // Node counts a write that makes progress as activity.
    this.#res.setTimeout(STALL_TIME, () => this.#res.destroy());
    this.close();
  }

  #drain(): Promise<boolean> {
    this.#drained ??= new Promise((resolve) => {
      this.#settleDrained = resolve;
    });
    return this.#drained;
  }

  #endDrain(isOpen: boolean): void {
    this.#settleDrained?.(isOpen);
    this.#drained = undefined;
    this.#settleDrained = undefined;
  }

  #beat(): void {
    if (!this.#isEnded && !this.#writer.needsDrain) this.#write(HEARTBEAT);
  }

  #stop(): void {
    clearInterval(this.#heartbeat);
    this.#controller.abort();
    this.#endDrain(false);
  }
}

/** Browsers send the id as UTF-8, but Node decodes headers as Latin-1. */
function lastEventIdOf({ req }: ServerResponse): string {
  const value = req.headers['last-event-id'];
  return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8') : '';
}
