/**
 * @module The messages between the primary process and its workers. The application receives them as `message` events
 *   on both sides.
 */

/** The environment variable that holds the {@link WorkerSettings}. */
export const SETTINGS_VARIABLE = 'NEXTPRESS_CLUSTER';

/** Numbers by name. */
export type Numbers = Record<string, number>;

/** Settings of a worker, as JSON in its environment. */
export interface WorkerSettings {
  /** The worker's slot in the pool, from 0. A restarted worker gets its predecessor's slot. */
  readonly slot: number;
  /** Milliseconds between two `beat` messages; 0 disables them. */
  readonly beatInterval: number;
  /** Whether the primary accepts connections for the worker. */
  readonly isServed: boolean;
  readonly reusePort: boolean;
  readonly ready: 'listening' | 'call';
}

/** Why a worker closes. */
export type CloseReason = 'stop' | 'reload' | 'memory' | 'signal' | 'disconnect';

/** What a server in a worker listens on, as `node:cluster` queries it. */
export interface ListenQuery {
  readonly address: string | null;
  readonly port: number;
  readonly addressType: number;
  readonly flags?: number | undefined;
  readonly backlog?: number | undefined;
  /** Distinguishes servers of one worker with the same address and port. */
  readonly index: number;
}

/** The result of a {@link ListenQuery}. */
export interface ListenReply {
  readonly key: string;
  /** A negative system error number, or 0. */
  readonly errno: number;
  /** As filled by `getsockname()`. */
  readonly address: object;
  /** Data of the first server with this key, e.g. TLS ticket keys. */
  readonly data: unknown;
}

/** Messages from the primary. */
export type PrimaryMessage =
  | {
      readonly nextpressCluster: 'close';
      readonly reason: CloseReason;
      readonly grace: number;
      readonly lingers: boolean;
    }
  | { readonly nextpressCluster: 'measure'; readonly sequence: number }
  | { readonly nextpressCluster: 'listening'; readonly sequence: number; readonly reply: ListenReply }
  | { readonly nextpressCluster: 'connection'; readonly sequence: number; readonly key: string };

/** Messages from a worker. */
export type WorkerMessage =
  | { readonly nextpressCluster: 'ready' }
  | { readonly nextpressCluster: 'beat'; readonly rss: number; readonly counters: Numbers }
  | { readonly nextpressCluster: 'terminate'; readonly signal: string }
  | {
      readonly nextpressCluster: 'listen';
      readonly sequence: number;
      readonly query: ListenQuery;
      readonly data: unknown;
    }
  | { readonly nextpressCluster: 'leave'; readonly key: string }
  | { readonly nextpressCluster: 'accepted'; readonly sequence: number; readonly isAccepted: boolean }
  | {
      readonly nextpressCluster: 'measured';
      readonly sequence: number;
      readonly counters: Numbers;
      readonly gauges: Numbers;
      readonly error?: string | undefined;
    }
  | { readonly nextpressCluster: 'closed'; readonly cut: number; readonly counters: Numbers };

/** Whether a message is the cluster's own rather than the application's. */
export function isClusterMessage(message: unknown): message is { readonly nextpressCluster: string } {
  return typeof message === 'object' && message !== null && 'nextpressCluster' in message;
}
