export { type InjectedCookie, type InjectedResponse, type InjectRequest, inject } from '@nextpress/inject';
export {
  type FetchHandler,
  type FromFetchOptions,
  fromFetch,
  type NodeBindings,
  type NodeHandler,
  PASS,
} from './from-fetch.ts';
export { FastResponse } from './internal/fast-response.ts';
export {
  type AdaptorServerOptions,
  createAdaptorServer,
  type FetchApplication,
  type Http1ServerFactory,
  type Http2ServerFactory,
  serve,
} from './serve.ts';
export { type AppFetch, type ClientInfo, toFetch } from './to-fetch.ts';
