/** @module The requests of the lane: the server's own class, with the field lines made when they are first read. */

import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isProxy } from 'node:util/types';
import { rawFields } from './head-fields.ts';
import { HEADERS_COUNT, type NodeRequest, type RequestClass } from './node-internals.ts';

/** The field lines of a lazy request as text. */
export const HEAD_TEXT: unique symbol = Symbol('nextpress.headText');

/** Node's constructors are functions, and can fill an object that has been begun; a class couldn't. */
const fill = IncomingMessage as unknown as (this: NodeRequest, socket: Socket) => void;

/** Makes the class of lazy requests. */
export function lazyRequestClass(Base: RequestClass): RequestClass {
  // The server's class promises that its constructor only calls Node's, so that may be called alone.
  function LaneRequest(this: NodeRequest, socket: Socket): void {
    this[HEAD_TEXT] = '';
    fill.call(this, socket);
  }
  // V8: room for an object's properties is reckoned along the chain of its constructors; without it, the symbols that Node
  // assigns would turn the object into a dictionary, three times as slow for everything.
  // proof: test/internal/lane-classes.shape.test.ts
  Object.setPrototypeOf(LaneRequest, IncomingMessage);
  LaneRequest.prototype = Object.create(Base.prototype) as object;
  return LaneRequest as unknown as RequestClass;
}

/**
 * Gives a request its field lines, to be made when they are first read. They are the request's own, so that they stay
 * with it when it is given another prototype, as Express does.
 *
 * @param count - of the fields
 */
export function setLazyFields(req: NodeRequest, text: string, count: number): void {
  req[HEAD_TEXT] = text;
  req.rawHeaders = new Proxy(req.rawHeaders, new LazyFields(req, text));
  req[HEADERS_COUNT] = 2 * count;
}

/** Fills the list at the first touch, and takes itself out of the request. */
class LazyFields implements ProxyHandler<string[]> {
  readonly #req: NodeRequest;
  readonly #text: string;
  #isFilled = false;

  constructor(req: NodeRequest, text: string) {
    this.#req = req;
    this.#text = text;
  }

  #fill(fields: string[]): string[] {
    if (this.#isFilled) return fields;
    this.#isFilled = true;
    fields.push(...rawFields(this.#text, 0));
    // Somebody may have put a list of his own there.
    if (isProxy(this.#req.rawHeaders)) this.#req.rawHeaders = fields;
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

  deleteProperty(fields: string[], key: PropertyKey): boolean {
    return Reflect.deleteProperty(this.#fill(fields), key);
  }
}
