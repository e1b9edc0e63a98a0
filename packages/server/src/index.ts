export type { CookieOptions } from '@nextpress/core';
export type { EventStream, EventStreamOptions, ServerSentEvent } from '@nextpress/events';
export type { CloseOptions, CloseReport, CutConnection } from './closing.ts';
export { createServer } from './create-server.ts';
export type { HealthCheck, HealthOptions } from './health.ts';
export type { Http2Options, Http2SessionOptions } from './http2-options.ts';
export type {
  ExplainedStep,
  Explanation,
  Inspecting,
  RouteSummary,
  SkippedStep,
  SkipReason,
  StepKind,
} from './inspecting.ts';
export type { Path } from './internal/path/path-matcher.ts';
export { METHODS } from './internal/registration/methods.ts';
export type { Balancer, ServeOptions } from './listening.ts';
export { type LogError, logErrorOf } from './log-error.ts';
export type { NodeServerOptions, ServerOptions } from './options.ts';
export type { RequestIdOptions } from './request-id-options.ts';
export { Route } from './route.ts';
export type {
  ResponseStatus,
  RouteDocumentation,
  RouteOptions,
  RouteSchema,
  RouteSchemaValue,
  RouteValidation,
  RouteValidator,
} from './route-options.ts';
export type { RouteTable, RowGroup, TablePath, TableRow } from './route-table.ts';
export { Router } from './router.ts';
export type { SchemaInput, SchemaOutput, SchemaTypes } from './schema-types.ts';
export type { RegisterOptions, Scoping } from './scoping.ts';
export { type SharedOptions, shared } from './shared.ts';
export type {
  Application,
  ApplicationMethod,
  ErrorHandler,
  ErrorRequestHandler,
  Handler,
  HandlerArgument,
  HandlerList,
  Layer,
  NextFunction,
  OnSendHook,
  ParamCallback,
  Plugin,
  RegisteredRoute,
  RegisterMethod,
  RegisterMiddleware,
  Request,
  RequestHandler,
  RequestHook,
  Response,
  RouteMethod,
  SchemaHandler,
  SchemaRequest,
  SchemaResponse,
  Scope,
} from './types.ts';
export type {
  Anything,
  LayerMatch,
  LocalsRecord,
  ParamsDictionary,
  ParamsOf,
  ParsedQuery,
  RouterOptions,
} from './value-types.ts';
