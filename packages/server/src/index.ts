export type { CookieOptions } from '@nextpress/core';
export type { EventStream, EventStreamOptions, ServerSentEvent } from '@nextpress/events';
export type { Http2Options, Http2SessionOptions } from '@nextpress/http2';
export type {
  CloseOptions,
  CloseReport,
  CutConnection,
  HealthCheck,
  HealthOptions,
} from '@nextpress/lifecycle';
export { createServer } from './create-server.ts';
export { METHODS } from './internal/registration/methods.ts';
export { type LogError, logErrorOf } from './log-error.ts';
export { Route, Router } from './router.ts';
export { type SharedOptions, shared } from './shared.ts';
export type {
  Application,
  ApplicationMethod,
  HandlerArgument,
  HandlerList,
  Layer,
  NextFunction,
  ParamCallback,
  Plugin,
  RegisteredRoute,
  RegisterMethod,
  RegisterMiddleware,
  Request,
  RequestHandler,
  Response,
  RouteMethod,
  Scope,
} from './types/application.ts';
export type {
  ErrorHandler,
  ErrorRequestHandler,
  Handler,
  OnSendHook,
  RequestHook,
  SchemaHandler,
  SchemaRequest,
  SchemaResponse,
} from './types/declared-handlers.ts';
export type {
  ExplainedStep,
  Explanation,
  Inspecting,
  RouteSummary,
  SkippedStep,
  SkipReason,
  StepKind,
} from './types/inspecting.ts';
export type { Balancer, ServeOptions } from './types/listening.ts';
export type { LogFunction, Logger, LoggerOption } from './types/logger.ts';
export type {
  ResponseStatus,
  RouteDocumentation,
  RouteOptions,
  RouteSchema,
  RouteSchemaValue,
  RouteValidation,
  RouteValidator,
} from './types/route-options.ts';
export type { RouteTable, RowGroup, TablePath, TableRow } from './types/route-table.ts';
export type { SchemaInput, SchemaOutput, SchemaTypes } from './types/schemas.ts';
export type { RegisterOptions, Scoping } from './types/scoping.ts';
export type { NodeServerOptions, RequestIdOptions, ServerOptions } from './types/server-options.ts';
export type { RoutesIn, TypedRoute, WithRoute } from './types/typed-routes.ts';
export type {
  Anything,
  LayerMatch,
  LocalsRecord,
  ParamsDictionary,
  ParamsOf,
  ParsedQuery,
  Path,
  RouterOptions,
} from './types/values.ts';
