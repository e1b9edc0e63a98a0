/** What a process of a trial reports, a line each. */
export type ProcessNote =
  | {
      /** CPU time since the start of the process, in microseconds. */
      readonly cpu: number;
    }
  | {
      /** Where a server listens, without a slash at the end. */
      readonly url: string;
    };

/** How often a process reports its CPU time while requests are sent, in milliseconds. */
export const SAMPLE_INTERVAL = 50;
