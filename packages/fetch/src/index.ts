export { FastResponse } from './fast-response.ts';
export {
  type FetchHandler,
  type FromFetchOptions,
  fromFetch,
  type NodeBindings,
  type NodeHandler,
  PASS,
} from './from-fetch.ts';
