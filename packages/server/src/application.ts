import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ListenOptions } from 'node:net';
import type { PathParams } from '@nextpress/router';
import type { Handler, HandlerList, MiddlewareList, NextFunction } from './handler.ts';
import type { MethodName } from './internal/methods.ts';
import type { RouteOf } from './route.ts';

/** Registers handlers of one method for a path; returns the application. */
export interface ApplicationMethod {
  <Pattern extends string>(path: Pattern, ...handlers: readonly Handler<PathParams<Pattern>>[]): Application;
  <Pattern extends string>(path: Pattern, ...handlers: HandlerList<PathParams<Pattern>>): Application;
}

/**
 * An application: a request listener that also registers what it answers. Give it to `http.createServer`, to a test
 * tool, to another application's `use`, or let it `listen` itself.
 */
export interface Application extends Record<MethodName, ApplicationMethod> {
  (req: IncomingMessage, res: ServerResponse, next?: NextFunction): void;

  /** Registers handlers of every method for a path. */
  readonly all: ApplicationMethod;

  /**
   * Registers middleware, error handlers (four parameters) or applications, for every path or for those under a
   * prefix. Inside, `req.url` is what follows the prefix and `req.baseUrl` the prefix.
   *
   * @throws TypeError when there is no function among the arguments, or one of them is none.
   */
  use(...handlers: readonly Handler[]): Application;
  use(...handlers: MiddlewareList): Application;
  use<Prefix extends string>(
    prefix: Prefix,
    ...handlers: readonly Handler<PathParams<Prefix>>[]
  ): Application;
  use(prefix: string, ...handlers: MiddlewareList): Application;

  /** One path, to register the handlers of several methods on. */
  route<Pattern extends string>(path: Pattern): RouteOf<Pattern>;

  /**
   * Makes an `http.Server` (an `https.Server` with the option `tls`) for the application and listens; the arguments
   * are those of `server.listen`. A callback is called once: when listening, or with the error that prevents it.
   */
  listen(port?: number | string, host?: string, backlog?: number, callback?: (error?: Error) => void): Server;
  listen(port: number | string, host: string, callback?: (error?: Error) => void): Server;
  listen(portOrPath: number | string, callback?: (error?: Error) => void): Server;
  listen(options: ListenOptions, callback?: (error?: Error) => void): Server;
  listen(callback: (error?: Error) => void): Server;

  /**
   * Stops listening, on every server that `listen` made: idle connections end at once, others after the response
   * they wait for. Resolves when all have ended.
   */
  close(): Promise<void>;
}
