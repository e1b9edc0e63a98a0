/** @module What a server tells of its lanes. */

import type { HandOverReason } from './hand-over-reason.ts';
import type { Lane } from './internal/connection/lane.ts';
import { REASONS } from './internal/head/outcome.ts';

/** What became of a server's connections and requests since `fastLane()` was called. */
export interface LaneStats {
  /** Requests that the fast lane has given to the server's listeners. */
  readonly fast: number;
  /**
   * Requests that Node's lane has read on connections which the fast lane had handed over. A connection that the lane has
   * never taken, because of a setting, counts nowhere.
   */
  readonly node: number;
  /** How often a connection was taken back from Node's lane. */
  readonly takenBack: number;
  /** How often a connection was handed over, by reason; a reason that there never was is absent. */
  readonly handedOver: Readonly<Partial<Record<HandOverReason, number>>>;
}

/** What `fastLane()` adds to a server. */
export interface WithStats {
  /** The counts so far, as a copy. */
  stats(): LaneStats;
}

/** The counts of a lane, with the names of the reasons. */
export function statsOf({ counts }: Lane): LaneStats {
  const handedOver = Object.fromEntries(
    [...counts.handedOver].map(([reason, count]) => [REASONS[reason] ?? '', count]),
  );
  return { fast: counts.fast, node: counts.node, takenBack: counts.takenBack, handedOver };
}
