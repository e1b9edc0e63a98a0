export type { BodyOptions, TextBodyOptions } from '@nextpress/body';
export { rawBody, textBody } from '@nextpress/body';
export type { CorsOptions } from '@nextpress/cors';
export { cors } from '@nextpress/cors';
export { type FastLaneOptions, fastLane, type LaneStats } from '@nextpress/fast-lane';
export type { FormBodyOptions } from '@nextpress/form-body';
export { formBody } from '@nextpress/form-body';
export type { JsonBodyOptions } from '@nextpress/json-body';
export { jsonBody } from '@nextpress/json-body';
export { compose } from '@nextpress/middleware';
export type {
  RouteMatch,
  Router as RouteTable,
  RouterOptions as RouteTableOptions,
} from '@nextpress/router';
export { createRouter } from '@nextpress/router';
export { HttpError, type HttpErrorOptions } from '@nextpress/semantics/http-error';
export type {
  Application,
  Balancer,
  CloseOptions,
  CloseReport,
  ErrorHandler,
  ErrorRequestHandler,
  EventStream,
  EventStreamOptions,
  Handler,
  HealthOptions,
  NextFunction,
  OnSendHook,
  Plugin,
  RegisterOptions,
  Request,
  RequestHandler,
  RequestHook,
  Response,
  RouterOptions,
  RoutesIn,
  SchemaHandler,
  SchemaRequest,
  SchemaResponse,
  Scope,
  ServeOptions,
  ServerOptions,
  ServerSentEvent,
  SharedOptions,
  TypedRoute,
} from '@nextpress/server';
export { createServer, METHODS, Router, shared } from '@nextpress/server';
export type { StaticOptions } from '@nextpress/static';
export { serveStatic } from '@nextpress/static';
