import { checkOptionNames, integerOption, MAX_TIMER_DELAY } from '@nextpress/semantics/options';

/** Options of `sse()`. */
export interface EventStreamOptions {
  /**
   * Sends a comment after this many milliseconds without an event, so that proxies keep the connection open and lost
   * clients are noticed. 0 disables it.
   * @defaultValue 15000: proxies close connections that are silent for 30 to 60 s
   */
  readonly heartbeat?: number | undefined;
  /** How long clients wait before they reconnect, in milliseconds. By default they decide, usually 3 to 5 s. */
  readonly retry?: number | undefined;
  /**
   * How many bytes may be buffered for a slow client. Beyond that, the next event ends the stream: the client gets the
   * buffered events, and reconnects with `Last-Event-ID`. A client that reads nothing for several seconds is disconnected. A single
   * event may be larger.
   * @defaultValue 1048576
   */
  readonly maxBuffer?: number | undefined;
}

/** Options with their defaults. */
export interface EventStreamSettings {
  readonly heartbeat: number;
  readonly retry: number | undefined;
  readonly maxBuffer: number;
}

const NAMES = ['heartbeat', 'retry', 'maxBuffer'];

/** @throws {TypeError} if an option is invalid */
export function eventStreamSettings(options: EventStreamOptions): EventStreamSettings {
  const owner = 'sse';
  checkOptionNames(owner, options, NAMES);
  const { heartbeat = 15_000, retry, maxBuffer = 1024 * 1024 } = options;
  return {
    heartbeat: integerOption(owner, 'heartbeat', heartbeat, 0, MAX_TIMER_DELAY),
    retry: retry === undefined ? undefined : integerOption(owner, 'retry', retry, 0),
    maxBuffer: integerOption(owner, 'maxBuffer', maxBuffer, 0),
  };
}
