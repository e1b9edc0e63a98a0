/** @module The counts of a server's lanes. */

import type { HandOverReason } from './hand-over-reason.ts';

/** What has happened to a server's connections and requests since `fastLane()` was called. */
export interface LaneStats {
  /** Requests that the fast lane has dispatched. */
  readonly fast: number;
  /**
   * Requests that Node's lane has read after a hand-over. Connections that Node has served from the start because of a setting are not
   * counted.
   */
  readonly node: number;
  /** How often a connection has returned to the fast lane. */
  readonly takenBack: number;
  /** How often a connection was handed over, by reason. A reason that never occurred is absent. */
  readonly handedOver: Readonly<Partial<Record<HandOverReason, number>>>;
}

/** What `fastLane()` adds to a server. */
export interface WithStats {
  /** Returns a copy of the counts. */
  stats(): LaneStats;
}
