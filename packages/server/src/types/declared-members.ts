/**
 * @module Members that applications add to the types of Express, to `Express.Request` or to `Request` of
 * `express-serve-static-core`. Without that package its imports fail, and the types are `any`.
 */

import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHelpers, ResponseHelpers } from '@nextpress/core';
import type { Configuring } from './configuring.ts';
import type { FileHelpers } from './file-helpers.ts';
import type { Listening } from './listening.ts';
import type { MethodName } from './values.ts';

declare global {
  /** Properties that packages add to the messages, such as `req.session`. Express's types use the same namespace. */
  namespace Express {
    interface Request {}
    interface Response {}
    interface Locals {}
    interface Application {}
  }
}

// biome-ignore lint/suspicious/noTsIgnore: there is an error only when the package is missing.
/** @ts-ignore: the package is optional. */
type CoreRequest = import('express-serve-static-core').Request;

// biome-ignore lint/suspicious/noTsIgnore: as above
/** @ts-ignore: the package is optional. */
type CoreResponse = import('express-serve-static-core').Response;

// biome-ignore lint/suspicious/noTsIgnore: as above
/** @ts-ignore: the package is optional. */
type CoreLocals = import('express-serve-static-core').Locals;

// biome-ignore lint/suspicious/noTsIgnore: as above
/** @ts-ignore: the package is optional. */
type CoreApplication = import('express-serve-static-core').Express;

/**
 * The members of a type except the known ones. In tuples, because a type that was not found makes all
 * conditions fail.
 */
type Added<Core, Known extends PropertyKey> = [unknown] extends [Core] ? object : Omit<Core, Known>;

/** Members that Express's types lack. They yield to what applications declare. */
export type OwnName = 'id' | 'log' | 'pathname' | 'search' | 'signal' | 'sse';

/** Members added to the request of `express-serve-static-core`. */
export type AddedToRequest = Added<
  CoreRequest,
  | keyof Express.Request
  | Exclude<keyof IncomingMessage | keyof RequestHelpers, OwnName>
  | ('accepted' | 'app' | 'baseUrl' | 'cookies' | 'next' | 'route' | 'secret' | 'signedCookies')
>;

/** Members added to the response of `express-serve-static-core`. */
export type AddedToResponse = Added<
  CoreResponse,
  | keyof Express.Response
  | Exclude<keyof ServerResponse | keyof ResponseHelpers | keyof FileHelpers, OwnName>
  | ('app' | 'charset' | 'locals' | 'render' | 'req')
>;

/** Members added to the application of `express-serve-static-core`. */
export type AddedToApplication = Added<
  CoreApplication,
  | keyof Express.Application
  | (MethodName | keyof Configuring | keyof EventEmitter | keyof Listening)
  | ('_router' | 'all' | 'map' | 'param' | 'resource' | 'route' | 'router' | 'routes' | 'stack' | 'use')
>;

/** Properties of `res.locals` that applications declare. */
export type DeclaredLocals = Express.Locals & Added<CoreLocals, never>;
