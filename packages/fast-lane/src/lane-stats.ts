/** @module The counts of a server's lanes. */

import type { HandOverReason } from './hand-over-reason.ts';

/** What has happened to a server's connections and requests since `fastLane()` was called. */
export interface LaneStats {
  /** Requests that the fast lane has dispatched. */
  readonly fast: number;
  /**
   * Requests that Node read after a hand-over. Connections that Node served from the start because of a setting are not
   * counted.
   */
  readonly node: number;
  /** How many times a connection returned to the fast lane. */
  readonly takenBack: number;
  /** How many times connections were handed over, by reason. A reason that never occurred is absent. */
  readonly handedOver: Readonly<Partial<Record<HandOverReason, number>>>;
}

/** What `fastLane()` adds to a server. */
export interface WithStats {
  /** Returns a copy of the counts. */
  stats(): LaneStats;
}
