import type { ServerResponse } from 'node:http';

/** Responds to a request that is not served: a late body (408), a long head (431) or the method CONNECT (501). */
export type Refuse = (res: ServerResponse, status: 408 | 431 | 501) => void;

/** The response of a server that does not have its own. */
export const refuseWithoutBody: Refuse = (res, status) => {
  res.writeHead(status).end();
};
