/** A report of one process in a trial, one per line. */
export type ProcessNote =
  | {
      /** CPU time since the process started, in microseconds. */
      readonly cpu: number;
    }
  | {
      /** The address of a server, without a trailing slash. */
      readonly url: string;
    };

/** How often a process reports its CPU time while requests are sent (ms). */
export const SAMPLE_INTERVAL = 50;
