import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** The parts of a request that the handlers of the contract use. */
export interface ContractRequest extends IncomingMessage {
  params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  baseUrl: string;
  originalUrl: string;
}

/** The parts of a response that the handlers of the contract use. */
export interface ContractResponse extends ServerResponse {
  status(code: number): ContractResponse;
  json(value: unknown): unknown;
  send(value?: unknown): unknown;
  set(name: string, value: string): ContractResponse;
  type(type: string): ContractResponse;
  redirect(url: string): unknown;
  redirect(status: number, url: string): unknown;
  sendStatus(code: number): unknown;
}

/** A handler of the contract, for requests or, with four parameters, for errors. */
export type ContractHandler =
  | ((req: ContractRequest, res: ContractResponse, next: (error?: unknown) => void) => unknown)
  | ((error: Error, req: ContractRequest, res: ContractResponse, next: (error?: unknown) => void) => unknown);

type Register = (path: string, ...handlers: ContractHandler[]) => unknown;

/** The part of Express's API that the contract builds its applications with. */
export interface ContractApplication extends RequestListener {
  readonly get: Register;
  readonly post: Register;
  readonly put: Register;
  readonly delete: Register;
  readonly all: Register;
  use(handler: ContractHandler | ContractApplication): unknown;
  use(prefix: string, handler: ContractHandler | ContractApplication): unknown;
}
