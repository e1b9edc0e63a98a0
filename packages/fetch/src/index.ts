export { FastResponse } from './fast-response.ts';
export {
  type FetchHandler,
  type FromFetchOptions,
  fromFetch,
  type NodeBindings,
  type NodeHandler,
  PASS,
} from './from-fetch.ts';
export { type InjectedCookie, type InjectedResponse, type InjectRequest, inject } from './inject.ts';
export { type AppFetch, type ClientInfo, toFetch } from './to-fetch.ts';
