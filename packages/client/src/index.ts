export { type ClientOptions, createClient } from './client.ts';
export type {
  BaseUrl,
  Client,
  ClientMethod,
  InferRequest,
  InferResponse,
  ProblemDetails,
  RequestOptions,
  Result,
} from './client-types.ts';
