import { EventEmitter } from 'node:events';
import type { Express, RequestHandler } from 'express';
import { createRequest, createResponse, type RequestMethod } from 'node-mocks-http';
import {
  expectAsOnExpress,
  type ForeignRequest,
  type ForeignResponse,
  withoutServer,
} from '../foreign-requests.ts';
import { packages } from '../works.ts';

const works = packages('node-mocks-http', '', withoutServer);

// A mocked response is not a stream that files can be piped into, and a mocked request already has its body.
const isMocked = ({ method, path }: ForeignRequest) =>
  method !== 'POST' && !/file|download|static|stream/.test(path);

works('gives an application mocked requests and responses', async ({ app }) => {
  await expectAsOnExpress(app, (target: Express) => (request) => mock(target, request), isMocked);
});

function mock(app: Express, { method, path, headers }: ForeignRequest): Promise<ForeignResponse> {
  const req = createRequest({ method: method as RequestMethod, url: path, headers });
  const res = createResponse({ req, eventEmitter: EventEmitter });
  return new Promise((resolve) => {
    res.on('end', () =>
      resolve({ status: res.statusCode, headers: res.getHeaders(), body: `${res._getData()}` }),
    );
    (app as RequestHandler)(req, res, () => {});
  });
}
