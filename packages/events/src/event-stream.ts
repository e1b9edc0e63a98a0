import type { ServerResponse } from 'node:http';
import { clearInterval, setInterval } from 'node:timers';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { consume } from './consume.ts';
import type { EventStreamSettings } from './event-stream-options.ts';
import { EventWriter } from './event-writer.ts';
import { formatEvent, type ServerSentEvent } from './format-event.ts';
import { endOnShutdown } from './long-lived.ts';

const HEARTBEAT = ':\n\n';
/** How many milliseconds a client for which too much waits may read nothing. Node may take twice the time. */
const STALL_TIME = 2_000;

/** A response that sends events until it is closed, made by `sse(res)`. */
export class EventStream {
  /** The id of the last event that the client got before it connected again; `''` for a new client. */
  readonly lastEventId: string;
  readonly #res: ServerResponse;
  readonly #writer: EventWriter;
  readonly #maxBuffer: number;
  readonly #controller = new AbortController();
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #drained: Promise<boolean> | undefined;
  #settleDrained: ((isOpen: boolean) => void) | undefined;

  /** The head of the response has been sent. */
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

  /** Whether the stream has ended: the client has disconnected, the server shuts down, or `close()` has been called. */
  get isClosed(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Aborted when the stream ends. Pass it to what waits for events. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Sends an event, or text as its data. Ignored when the stream has ended.
   *
   * @returns a promise that never rejects: `true` when the client can take more, `false` when the stream has ended
   * @throws TypeError for an unknown field, an invalid `retry`, and data that JSON cannot express
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
   * Sends every event of a source, each when the client can take it, and closes the stream. Settles at once when the stream ends, and
   * calls `return` of the source's iterator. A generator that waits goes on until its wait is over, unless it watches
   * {@link EventStream.signal}.
   *
   * @throws what the source throws; not after the stream has ended
   */
  async sendAll(
    source: AsyncIterable<ServerSentEvent | string> | Iterable<ServerSentEvent | string>,
  ): Promise<void> {
    await consume(source, this.signal, (event) => this.send(event));
    this.close();
  }

  /** Ends the response. The client connects again, unless the response to that has the status 204. */
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

  /** Whether the application has ended the response itself. Writing would emit an error that nothing handles, before it has closed. */
  get #isEnded(): boolean {
    return this.#res.writableEnded || this.#res.destroyed;
  }

  /**
   * A client that has stopped reading must not fill the memory. A single event may be longer than the limit. A client that reads gets the
   * events that wait, so that it does not come back for the same ones; one that reads nothing is cut.
   */
  #write(text: string): void {
    if (this.#writer.unsent <= this.#maxBuffer) {
      this.#writer.write(text);
      return;
    }
    // Node takes a write that makes progress for activity.
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

/** Browsers send the UTF-8 of the id, and Node decodes headers as Latin-1. */
function lastEventIdOf({ req }: ServerResponse): string {
  const value = req.headers['last-event-id'];
  return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8') : '';
}
