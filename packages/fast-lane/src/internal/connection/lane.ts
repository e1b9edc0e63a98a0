/** @module The fast lane of one server: its classes, settings, and counts for `stats()`. */

import { IncomingMessage, ServerResponse } from 'node:http';
import {
  type NodeServer,
  type NodeSocket,
  REQUEST_CLASS,
  RESPONSE_CLASS,
  type RequestClass,
  type ResponseClass,
} from '@nextpress-internal/internals/node';
import type { HandOverReason } from '../../lane-stats.ts';
import { isPristine, servesClasses } from '../node/node-methods.ts';
import { laneRequestClass } from '../request/lane-request.ts';
import { laneResponseClass } from '../response/lane-response.ts';
import { hasPlainParser, hasPlainRequests } from './settings.ts';

/** Options of Node's `ServerResponse` constructor. */
interface ResponseOptions {
  highWaterMark: number;
  rejectNonStandardBodyWrites: boolean | undefined;
}

interface Classes {
  readonly Request: RequestClass;
  readonly Response: ResponseClass;
}

interface Counts {
  fast: number;
  node: number;
  takenBack: number;
  readonly handedOver: Map<HandOverReason, number>;
}

export class Lane {
  readonly server: NodeServer;
  readonly shortLived: ShortLivedEstimate = new ShortLivedEstimate();
  readonly counts: Counts = { fast: 0, node: 0, takenBack: 0, handedOver: new Map() };
  /** The classes for new requests and responses. */
  Request: RequestClass;
  Response: ResponseClass;
  /** Whether requests create `rawHeaders` on first access. */
  isLazy = false;
  readonly #lazy: boolean;
  readonly #responseOptions: ResponseOptions = { highWaterMark: 0, rejectNonStandardBodyWrites: undefined };
  readonly #serverClasses: Classes;
  readonly #laneClasses: Classes;

  constructor(server: NodeServer, lazy: boolean) {
    this.server = server;
    this.#lazy = lazy;
    this.#serverClasses = classesOf(server);
    this.#laneClasses = laneClasses(this.#serverClasses);
    this.Request = this.#serverClasses.Request;
    this.Response = this.#serverClasses.Response;
  }

  /** Whether the lane supports all settings of the server. Checked for each chunk, since they can change at any time. */
  serves(): boolean {
    const { server } = this;
    const { Request, Response } = this.#serverClasses;
    if (!hasPlainRequests(server)) return false;
    if (server[REQUEST_CLASS] !== Request || server[RESPONSE_CLASS] !== Response) return false;
    this.#chooseClasses();
    return true;
  }

  /** Shared by all responses: Node's constructor reads it and does not keep it. */
  responseOptions(socket: NodeSocket): ResponseOptions {
    const options = this.#responseOptions;
    options.highWaterMark = socket.writableHighWaterMark;
    options.rejectNonStandardBodyWrites = this.server.rejectNonStandardBodyWrites;
    return options;
  }

  countHandOver(reason: HandOverReason): void {
    const { handedOver } = this.counts;
    handedOver.set(reason, (handedOver.get(reason) ?? 0) + 1);
  }

  /** If the application has patched a method of Node's classes, use those classes directly, so that the patch runs. */
  #chooseClasses(): void {
    const { Request, Response } = this.#serverClasses;
    const isLane = isPristine(Request, Response);
    this.Request = isLane ? this.#laneClasses.Request : Request;
    this.Response = isLane ? this.#laneClasses.Response : Response;
    this.isLazy = isLane && this.#lazy;
  }
}

/** Whether the lane can serve a connection that opens now. */
export function canServe(server: NodeServer): boolean {
  return hasPlainParser(server) && hasPlainRequests(server) && servesClasses(server);
}

function classesOf(server: NodeServer): Classes {
  return {
    Request: (server[REQUEST_CLASS] ?? IncomingMessage) as RequestClass,
    Response: (server[RESPONSE_CLASS] ?? ServerResponse) as ResponseClass,
  };
}

function laneClasses({ Request, Response }: Classes): Classes {
  return { Request: laneRequestClass(Request), Response: laneResponseClass(Response) };
}

/** From this score on, new connections start in Node. */
const THRESHOLD = 32;
/** Caps the score, so that a change in traffic is noticed soon. */
const MAX_SCORE = 64;
/** A kept-alive connection lowers the score by this much. */
const KEPT_ALIVE_WEIGHT = 3;

export class ShortLivedEstimate {
  #score = 0;

  get startInNode(): boolean {
    return this.#score >= THRESHOLD;
  }

  /** The connection closed after a single request, which Node served. */
  closed(): void {
    if (this.#score < MAX_SCORE) this.#score++;
  }

  /** The connection stayed open after its first request. */
  keptAlive(): void {
    this.#score = Math.max(0, this.#score - KEPT_ALIVE_WEIGHT);
  }
}
