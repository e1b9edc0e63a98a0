/** @module The lane's requests: a subclass of the server's class that builds `headers` on first access. */

import { IncomingMessage } from 'node:http';
import { ORDINARY } from '@nextpress-internal/internals/keys';
import { HEADERS_COUNT, type NodeRequest, type RequestClass } from '@nextpress-internal/internals/node';
import type { Head } from '../head/head.ts';
import { defineHeaders, setLazyHeaders } from '../head/lazy-headers.ts';
import { parseRawHeaders } from '../head/raw-headers.ts';
import { defineJoinsBody } from './preallocated-body.ts';

export function laneRequestClass(Base: RequestClass): RequestClass {
  class LaneRequest extends IncomingMessage {}
  // `PLAIN_CONSTRUCTOR`: the class's constructor only calls Node's, so we call Node's directly.
  Object.setPrototypeOf(LaneRequest.prototype, Base.prototype);
  Reflect.deleteProperty(LaneRequest.prototype, 'constructor');
  Object.defineProperty(LaneRequest.prototype, ORDINARY, { value: true });
  defineJoinsBody(LaneRequest.prototype);
  defineHeaders(LaneRequest.prototype, Base.prototype);
  return LaneRequest as unknown as RequestClass;
}

export function setRawHeaders(req: NodeRequest, head: Head): void {
  const headers = parseRawHeaders(head.lines, 0);
  req.rawHeaders = headers;
  req[HEADERS_COUNT] = headers.length;
  setLazyHeaders(req, head.lines);
}

/**
 * Gives a request `rawHeaders` that are built on first access. An own property survives when the request's prototype
 * changes, as in Express.
 */
export function setLazyRawHeaders(req: NodeRequest, head: Head): void {
  const handler = new LazyRawHeaders(req, head.lines);
  handler.list = new Proxy(req.rawHeaders, handler);
  req.rawHeaders = handler.list;
  req[HEADERS_COUNT] = 2 * head.headerCount;
  setLazyHeaders(req, head.lines);
}

/** Fills the list on first access, and then removes itself from the request. */
class LazyRawHeaders implements ProxyHandler<string[]> {
  readonly #req: NodeRequest;
  readonly #text: string;
  /** The value of `rawHeaders` until then. */
  list: string[] | undefined;
  #isFilled = false;

  constructor(req: NodeRequest, text: string) {
    this.#req = req;
    this.#text = text;
  }

  #fill(headers: string[]): string[] {
    if (this.#isFilled) return headers;
    this.#isFilled = true;
    headers.push(...parseRawHeaders(this.#text, 0));
    // The application may have assigned another list.
    if (this.#req.rawHeaders === this.list) this.#req.rawHeaders = headers;
    return headers;
  }

  get(headers: string[], key: PropertyKey): unknown {
    return Reflect.get(this.#fill(headers), key);
  }

  set(headers: string[], key: PropertyKey, value: unknown): boolean {
    return Reflect.set(this.#fill(headers), key, value);
  }

  has(headers: string[], key: PropertyKey): boolean {
    return Reflect.has(this.#fill(headers), key);
  }

  ownKeys(headers: string[]): (string | symbol)[] {
    return Reflect.ownKeys(this.#fill(headers));
  }

  getOwnPropertyDescriptor(headers: string[], key: PropertyKey): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.#fill(headers), key);
  }

  defineProperty(headers: string[], key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    return Reflect.defineProperty(this.#fill(headers), key, descriptor);
  }

  preventExtensions(headers: string[]): boolean {
    return Reflect.preventExtensions(this.#fill(headers));
  }

  deleteProperty(headers: string[], key: PropertyKey): boolean {
    return Reflect.deleteProperty(this.#fill(headers), key);
  }
}
