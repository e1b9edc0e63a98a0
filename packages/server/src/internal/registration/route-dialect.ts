import { isPayloadPending } from '@nextpress/core';
import { type RouteDialect, settingsOf } from '../dialect.ts';
import { plainParams } from '../path/path-params.ts';
import { Layer } from './layer.ts';
import { sendReturned } from './send-returned.ts';

/** For the routes of `createServer()`, and for those that belong to no router. */
export const ROUTE_DIALECT: RouteDialect = {
  Layer,
  toRecord: plainParams,
  onReturn: sendReturned,
  // Error handlers could only cut off the response of another layer.
  isErrorTooLate: (req, res) =>
    isPayloadPending(res) || (res.headersSent && !settingsOf(req)?.dialect.waitsForLayers),
};
