import type { ServerResponse } from 'node:http';

/** Responds to a request that is rejected before the application sees it: a late body (408), a long head (431) or CONNECT (501). */
export type Refuse = (res: ServerResponse, status: 408 | 431 | 501) => void;

/** The default response. */
export const refuseWithoutBody: Refuse = (res, status) => {
  res.writeHead(status).end();
};
