import type { Server } from 'node:http';
import type { ContractRequest, ContractResponse } from '../application.ts';
import type { Subject } from '../subject.ts';
import type { FileTree } from './file-tree.ts';

/** The parts of a request that the handlers of the suite use. */
export interface HostileRequest extends ContractRequest {
  readonly pathname: string;
  readonly path: string;
  readonly ip: string | undefined;
  readonly ips: string[];
  readonly host: string | undefined;
  readonly hostname: string | undefined;
  readonly protocol: string;
  readonly body: unknown;
  get(name: string): string | undefined;
  is(type: string): string | false | null;
  accepts(...types: string[]): unknown;
  acceptsCharsets(...charsets: string[]): unknown;
  acceptsEncodings(...encodings: string[]): unknown;
  acceptsLanguages(...languages: string[]): unknown;
  range(size: number): unknown;
}

/** The parts of a response that the handlers of the suite use. */
export interface HostileResponse extends ContractResponse {
  cookie(name: string, value: string, options?: object): unknown;
  attachment(name?: string): HostileResponse;
  sendFile(path: string, options: object): unknown;
  type(type: string): HostileResponse;
  status(code: number): HostileResponse;
}

export type HostileHandler = (
  req: HostileRequest,
  res: HostileResponse,
  next: (error?: unknown) => void,
) => unknown;

export type HostileErrorHandler = (
  error: unknown,
  req: HostileRequest,
  res: HostileResponse,
  next: (error?: unknown) => void,
) => unknown;

/** The part of Express's API that the suite builds its applications with. */
export interface HostileApplication extends HostileRouter {
  listen(port: number, host: string): Server;
}

export interface HostileRouter {
  get(path: string, ...handlers: HostileHandler[]): unknown;
  post(path: string, ...handlers: HostileHandler[]): unknown;
  all(path: string, ...handlers: HostileHandler[]): unknown;
  use(...handlers: (HostileHandler | HostileRouter)[]): unknown;
  use(prefix: string, ...handlers: (HostileHandler | HostileRouter)[]): unknown;
  use(handler: HostileErrorHandler): unknown;
}

/** A framework, by its exported names. */
export interface HostileFramework {
  createServer(options?: object): HostileApplication;
  Router(): HostileRouter;
  serveStatic(root: string, options?: object): HostileHandler;
  cors(options?: object): HostileHandler;
  jsonBody(options?: object): HostileHandler;
  formBody(options?: object): HostileHandler;
}

/** The framework, files and servers of a case. */
export interface Arena extends HostileFramework {
  readonly files: FileTree;
  /** Starts an application with the handlers that `arrange` registers. */
  serve(arrange: (app: HostileApplication) => void, options?: object): Promise<Subject>;
}

/** Replays a published attack and expects the safe result. */
export type HostileCase = (arena: Arena) => Promise<void>;

/** Cases by row of the list and by the safe result that they expect. */
export type HostileCases<Row extends string> = Readonly<
  Partial<Record<Row, Readonly<Record<string, HostileCase>>>>
>;
