/** @module The differences between `createServer()` and Express, and between versions of Express. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HelperDialect, type QueryParser, SETTINGS } from '@nextpress/core';
import type { ExpressMatcher, ExpressMatcherOptions, Params } from '@nextpress/router';
import type { FileSent, SendFileOptions } from '@nextpress/static';
import type {
  Application,
  ApplicationSettings,
  ChainFunction,
  Layer,
  Request,
  Response,
} from '../types/application.ts';
import type { LogError } from '../types/server-options.ts';
import type { Path, PathMatcher } from '../types/values.ts';

/** The values of settings by Express's names. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Responds to a request that no layer responded to, with the error that no layer handled. */
export type FinalHandler = (error: unknown, req: Request, res: Response) => void;

/** The routes of an application or a router. */
export interface RouteMethods {
  /** The methods of the routes that match a path, except routes that respond to the method `except`. */
  methodsFor(pathname: string, except?: string): string[];
}

/** Classes of requests and responses. */
export interface MessageClasses {
  readonly Request: typeof IncomingMessage;
  readonly Response: typeof ServerResponse<IncomingMessage>;
}

/** How a layer reads its path. */
export interface LayerOptions {
  /** Whether every path matches. */
  readonly slash?: boolean;
  readonly reading?: { readonly caseSensitive: boolean; readonly strict: boolean; readonly end: boolean };
}

/** The class of layers. */
export interface LayerClass {
  new (rawPath: Path, handle: ChainFunction, matchers: readonly PathMatcher[], options?: LayerOptions): Layer;
  /** The name of the function that runs a route, by which instrumentation recognizes its layer. */
  readonly dispatcher: string;
}

/** The part of a dialect that routes use, including routes without a router. Passed to chains as their options. */
export interface RouteDialect {
  readonly Layer: LayerClass;
  /** Sets the prototype that handlers see on `req.params` and on the methods of a route. */
  toRecord(values: Params): Params;
  onReturn(value: unknown, req: Request, res: Response): void;
  /** Whether an error is ignored, because its handler has already called `next()`. */
  isErrorTooLate(req: Request, res: Response): boolean;
}

/** Chosen when an application or a router is created. Code asks the dialect, never a version. */
export interface Dialect extends RouteDialect, HelperDialect {
  flattenPath(path: Path): Path;
  /**
   * Exists if a list of paths is one path, as in Express 4. Returns the params of all its parts with the value `undefined`, or
   * `undefined` if all parts have the same ones. Routes for patterns alone do not have them, because the router finds those.
   */
  readonly listParams: ((list: Path) => Params | undefined) | undefined;
  /** Returns the prefix for the path of `use`. */
  toPrefix(path: Path): Path;
  /**
   * Converts one part of a path, which may be invalid.
   *
   * @param end - whether the path is that of a route
   * @param list - the rules of the list that contains the part; `undefined` for a path that is not a list
   */
  toPattern(part: unknown, end: boolean, list?: { readonly caseSensitive: boolean }): unknown;
  compilePattern(
    pattern: string,
    rules: Omit<ExpressMatcherOptions, 'version' | 'end'>,
    end: boolean,
  ): ExpressMatcher;
  compileRegExp(pattern: RegExp, end: boolean): ExpressMatcher;

  /** The dialect for a request: a router of `createServer()` behaves like the application of the request. */
  forRequest(req: Request): Dialect;
  /** Whether a layer may respond, or fail, after its `next()`: the final handler waits for it. */
  readonly waitsForLayers: boolean;
  /** Whether what handlers return is sent. */
  readonly sendsReturned: boolean;
  /** Whether messages always revert to the outer application when they leave a mounted one. */
  readonly restoresMessages: boolean;
  /** The error for a target that no layer runs for; `undefined` if layers run. */
  targetError(req: Request, isWellFormed: boolean): unknown;
  /** Responds to a request that no route of an application or a router handled. Returns whether it did. */
  respondToMiss(req: Request, res: Response, routes: RouteMethods, pathname: string | undefined): boolean;

  readonly poweredBy: string;
  readonly prototypes: { readonly application: object; readonly router: object };
  /** The query parser if the setting `query parser` is unset. */
  readonly queryParser: QueryParser | undefined;
  /** The query parser for the value `'extended'`. */
  readonly parseNested: QueryParser;
  /** Settings in addition to those of every application. */
  defaults(): SettingValues;
  addMembers(app: Application): void;
  /** Returns the classes that an application's messages extend. */
  messages(): MessageClasses;
  /**
   * Creates the function that gets all errors. The settings are read for each error.
   *
   * @param log - from the options or `nextpress dev`
   */
  errorLog(settings: SettingValues, log: LogError | undefined): LogError;
  /** Creates the final handler of an application. The settings are read for each request. */
  finalHandler(settings: SettingValues, log: LogError, showsRequestId: boolean): FinalHandler;
  /** Returns `Content-Disposition` for a file name without directories. */
  disposition(filename: string | undefined): string;
  sendFile(res: Response, path: string, options?: SendFileOptions, done?: FileSent): void;
}

/** The settings of the messages of an application. */
export interface OwnSettings extends ApplicationSettings {
  dialect: Dialect;
}

/** The settings of the application that a request is in; `undefined` for requests of another framework. */
export function settingsOf(req: Request): OwnSettings | undefined {
  return req[SETTINGS] as OwnSettings | undefined;
}
