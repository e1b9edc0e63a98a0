/** What became of a server's connections and requests since `fastLane()` was called. */
export interface LaneStats {
  /** Requests that the fast lane answered. */
  readonly fast: number;
  /** Requests that Node's lane answered, on connections that the fast lane had handed over. */
  readonly node: number;
  /** Connections taken back from Node's lane, counted each time. */
  readonly takenBack: number;
  /** How often connections were handed over, by reason. */
  readonly handedOver: Readonly<Record<string, number>>;
}

/** What `fastLane()` adds to a server. */
export interface WithStats {
  /** The counts so far, as a copy. */
  stats(): LaneStats;
}
