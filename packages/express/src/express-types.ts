/** @module Types under their names in `@types/express`, which the declarations of other packages import. */

import type {
  Anything,
  ParamCallback,
  ParsedQuery,
  RegisterMethod,
  RegisterMiddleware,
  RequestHandler,
  Response,
  Route,
} from '@nextpress/server';

export type { CookieOptions, ParamsDictionary, Router as IRouter } from '@nextpress/server';
/** An alias of `ParsedQuery` of `@nextpress/server`. */
export type Query = ParsedQuery;
/** An alias of `RequestHandler`. */
export type Handler = RequestHandler;
/** An alias of `Route`. */
export type IRoute = Route;
/** The type of `use`. */
export type IRouterHandler<This> = RegisterMiddleware<This>;
/** The type of `get`, `post` and the other methods. */
export type IRouterMatcher<This> = RegisterMethod<This>;
/** A callback of `param`. */
export type RequestParamHandler = ParamCallback;
/** The type of `res.locals` and `app.locals`. */
export type Locals = Response['locals'];
/** The type of `res.send` and `res.json`. */
export type Send<ResBody = Anything, Sent = Response<ResBody>> = (body?: ResBody) => Sent;
/** A callback of `res.sendFile` and `res.download`. */
export type Errback = (error?: Error) => void;

/** An element of `Accept`. */
export interface MediaType {
  value: string;
  quality: number;
  type: string;
  subtype: string;
}
