export type { Application, ApplicationMethod } from './application.ts';
export { createServer } from './create-server.ts';
export type { ErrorHandler, Handler, HandlerList, MiddlewareList, NextFunction } from './handler.ts';
export type { Request, Response } from './messages.ts';
export type { NodeServerOptions, ServerOptions } from './options.ts';
export type { Route, RouteMethod, RouteOf } from './route.ts';
