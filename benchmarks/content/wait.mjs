/** How long, in milliseconds, a handler waits before it responds. */
export const WAIT = 10;
