/** @module Types under their names in `@types/express`, which the declarations of other packages import. */

import type {
  Anything,
  LocalsRecord,
  ParamCallback,
  RegisterMethod,
  RegisterMiddleware,
  RequestHandler,
  Response,
  Route,
  Router,
} from '@nextpress/server';

export type { CookieOptions } from '@nextpress/server';
export type Handler = RequestHandler;
export type IRouter = Router;
export type IRoute = Route;
export type IRouterHandler<This> = RegisterMiddleware<This>;
export type IRouterMatcher<This> = RegisterMethod<This>;
export type RequestParamHandler = ParamCallback;
export type Locals = LocalsRecord & Express.Locals;
export type Send<ResBody = Anything, Sent = Response<ResBody>> = (body?: ResBody) => Sent;
export type Errback = (error?: Error) => void;

/** An element of `Accept`. */
export interface MediaType {
  value: string;
  quality: number;
  type: string;
  subtype: string;
}
