/** @module What the fast lane knows of one server. */

import {
  CAN_END,
  type NodeServer,
  type NodeSocket,
  REQUEST_CLASS,
  RESPONSE_CLASS,
  type RequestClass,
  type ResponseClass,
} from '../node/node-internals.ts';
import { isPristine } from '../node/pristine.ts';
import { servesClasses } from '../node/served-classes.ts';
import { laneRequestClass } from '../request/lane-request.ts';
import { laneResponseClass } from '../response/lane-response.ts';
import type { Connection } from './connection.ts';
import { Newcomers } from './newcomers.ts';
import { hasPlainParser, hasPlainRequests } from './settings.ts';
import { Sweep } from './sweep.ts';

/** The options of Node's constructor of responses. */
interface ResponseOptions {
  highWaterMark: number;
  rejectNonStandardBodyWrites: boolean | undefined;
}

/** Of requests and of responses. */
interface Classes {
  readonly Request: RequestClass;
  readonly Response: ResponseClass;
}

/** What `stats()` tells, with the reasons as the recogniser's constants. */
interface Counts {
  fast: number;
  node: number;
  takenBack: number;
  readonly handedOver: Map<number, number>;
}

export class Lane {
  readonly server: NodeServer;
  readonly connections: Set<Connection> = new Set();
  readonly newcomers: Newcomers = new Newcomers();
  readonly counts: Counts = { fast: 0, node: 0, takenBack: 0, handedOver: new Map() };
  /** The classes of the exchanges to come. */
  Request: RequestClass;
  Response: ResponseClass;
  /** Whether `Request` makes its fields when they are read. */
  isLazy = false;
  readonly #lazy: boolean;
  readonly #sweep: Sweep;
  readonly #responseOptions: ResponseOptions = { highWaterMark: 0, rejectNonStandardBodyWrites: undefined };
  readonly #base: Classes;
  readonly #own: Classes;

  constructor(server: NodeServer, lazy: boolean) {
    this.server = server;
    this.#lazy = lazy;
    this.#base = classesOf(server);
    this.#own = laneClasses(this.#base);
    this.Request = this.#base.Request;
    this.Response = this.#base.Response;
    this.#sweep = new Sweep(this);
  }

  /** Counts up by one for each tick of the sweep. */
  get ticks(): number {
    return this.#sweep.ticks;
  }

  enter(connection: Connection): void {
    this.connections.add(connection);
    this.#sweep.start();
  }

  leave(connection: Connection): void {
    this.connections.delete(connection);
  }

  /** Whether the lane can do all that the server is set to do: asked for each batch, since users set things late. */
  serves(): boolean {
    const { server } = this;
    if (!hasPlainRequests(server)) return false;
    if (server[REQUEST_CLASS] !== this.#base.Request || server[RESPONSE_CLASS] !== this.#base.Response)
      return false;
    this.#chooseClasses();
    return true;
  }

  /** One object for all responses: Node's constructor reads it and lets it go. */
  responseOptions(socket: NodeSocket): ResponseOptions {
    const options = this.#responseOptions;
    options.highWaterMark = socket.writableHighWaterMark;
    options.rejectNonStandardBodyWrites = this.server.rejectNonStandardBodyWrites;
    return options;
  }

  countHandOver(reason: number): void {
    const { handedOver } = this.counts;
    handedOver.set(reason, (handedOver.get(reason) ?? 0) + 1);
  }

  /** Where somebody has replaced a method of Node's classes, the objects are Node's, so that his version runs. */
  #chooseClasses(): void {
    const { Request, Response } = this.#base;
    const own = CAN_END && isPristine(Request, Response);
    this.Request = own ? this.#own.Request : Request;
    this.Response = own ? this.#own.Response : Response;
    this.isLazy = own && this.#lazy;
  }
}

/** Whether the lane can take a connection that comes now. */
export function canServe(server: NodeServer): boolean {
  return hasPlainParser(server) && hasPlainRequests(server) && servesClasses(server);
}

function classesOf(server: NodeServer): Classes {
  return {
    Request: server[REQUEST_CLASS] as RequestClass,
    Response: server[RESPONSE_CLASS] as ResponseClass,
  };
}

function laneClasses({ Request, Response }: Classes): Classes {
  return { Request: laneRequestClass(Request), Response: laneResponseClass(Response) };
}
