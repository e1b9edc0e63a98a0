/** @module The requests of the lane: the server's own class, with the field lines made when they are first read. */

import { IncomingMessage } from 'node:http';
import type { Head } from '../head/head.ts';
import { defineHeaders, setLazyHeaders } from '../head/lazy-headers.ts';
import { parseRawHeaders } from '../head/raw-headers.ts';
import { HEADERS_COUNT, type NodeRequest, type RequestClass } from '../node/node-internals.ts';
import { defineJoinsBody } from './preallocated-body.ts';

/** Of a request, whether the recogniser has read it: what it excludes, nobody has to look for again. */
const ORDINARY: unique symbol = Symbol.for('nextpress.ordinary') as never;

/** Makes the class: with `headers` made from the text of the head. */
export function laneRequestClass(Base: RequestClass): RequestClass {
  class LaneRequest extends IncomingMessage {}
  // The server's class promises that its constructor only calls Node's: that is called at once.
  Object.setPrototypeOf(LaneRequest.prototype, Base.prototype);
  Reflect.deleteProperty(LaneRequest.prototype, 'constructor');
  Object.defineProperty(LaneRequest.prototype, ORDINARY, { value: true });
  defineJoinsBody(LaneRequest.prototype);
  defineHeaders(LaneRequest.prototype, Base.prototype);
  return LaneRequest as unknown as RequestClass;
}

/** Gives a request its field lines. */
export function setRawHeaders(req: NodeRequest, head: Head): void {
  const fields = parseRawHeaders(head.lines, 0);
  req.rawHeaders = fields;
  req[HEADERS_COUNT] = fields.length;
  setLazyHeaders(req, head.lines);
}

/**
 * Gives a request its field lines, to be made when they are first read. They are the request's own, so that they stay
 * with it when it is given another prototype, as Express does.
 */
export function setLazyRawHeaders(req: NodeRequest, head: Head): void {
  const handler = new LazyRawHeaders(req, head.lines);
  handler.list = new Proxy(req.rawHeaders, handler);
  req.rawHeaders = handler.list;
  req[HEADERS_COUNT] = 2 * head.headerCount;
  setLazyHeaders(req, head.lines);
}

/** Fills the list at the first touch, and takes itself out of the request. */
class LazyRawHeaders implements ProxyHandler<string[]> {
  readonly #req: NodeRequest;
  readonly #text: string;
  /** What the request has as its fields until then. */
  list: string[] | undefined;
  #isFilled = false;

  constructor(req: NodeRequest, text: string) {
    this.#req = req;
    this.#text = text;
  }

  #fill(fields: string[]): string[] {
    if (this.#isFilled) return fields;
    this.#isFilled = true;
    fields.push(...parseRawHeaders(this.#text, 0));
    // Somebody may have put a list of his own there.
    if (this.#req.rawHeaders === this.list) this.#req.rawHeaders = fields;
    return fields;
  }

  get(fields: string[], key: PropertyKey): unknown {
    return Reflect.get(this.#fill(fields), key);
  }

  set(fields: string[], key: PropertyKey, value: unknown): boolean {
    return Reflect.set(this.#fill(fields), key, value);
  }

  has(fields: string[], key: PropertyKey): boolean {
    return Reflect.has(this.#fill(fields), key);
  }

  ownKeys(fields: string[]): (string | symbol)[] {
    return Reflect.ownKeys(this.#fill(fields));
  }

  getOwnPropertyDescriptor(fields: string[], key: PropertyKey): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.#fill(fields), key);
  }

  defineProperty(fields: string[], key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    return Reflect.defineProperty(this.#fill(fields), key, descriptor);
  }

  preventExtensions(fields: string[]): boolean {
    return Reflect.preventExtensions(this.#fill(fields));
  }

  deleteProperty(fields: string[], key: PropertyKey): boolean {
    return Reflect.deleteProperty(this.#fill(fields), key);
  }
}
