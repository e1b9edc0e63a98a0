/** @module Which request and response classes the lane can extend, and whether they still have Node's methods. */

import { IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http';
import { PLAIN_CONSTRUCTOR } from '@nextpress-internal/internals/keys';
import {
  type NodeRequest,
  type NodeResponse,
  type NodeServer,
  REQUEST_CLASS,
  RESPONSE_CLASS,
  type RequestClass,
  type ResponseClass,
} from '@nextpress-internal/internals/node';
import { hasPlainLines } from './node-headers.ts';

/** Accepts Node's own classes, and classes marked with `PLAIN_CONSTRUCTOR`. */
export function servesClasses(server: NodeServer): boolean {
  return isServed(server[REQUEST_CLASS], IncomingMessage) && isServed(server[RESPONSE_CLASS], ServerResponse);
}

function isServed(type: unknown, native: unknown): boolean {
  if (type === native) return true;
  return (
    typeof type === 'function' &&
    Object.hasOwn(type, PLAIN_CONSTRUCTOR) &&
    Reflect.get(type, PLAIN_CONSTRUCTOR) === true
  );
}

const request = IncomingMessage.prototype as NodeRequest;
const response = ServerResponse.prototype as unknown as NodeResponse;

/** The methods that the lane overrides, or skips if nothing observes them. */
const NATIVE = {
  end: response.end,
  storeHeader: response._storeHeader,
  setHeader: response.setHeader,
  write: response.write,
  send: response._send,
  writeRaw: response._writeRaw,
  finish: response._finish,
  emitResponse: response.emit,
  assignSocket: response.assignSocket,
  detachSocket: response.detachSocket,
  dump: request._dump,
  push: request.push,
  emitRequest: request.emit,
};

/** Agents load first: a method they replaced is an own property of the class, or its source isn't Node's. */
const BORN_PRISTINE: boolean =
  ['end', 'write', 'setHeader', '_storeHeader', '_send', '_writeRaw', 'emit'].every(
    (name) => !Object.hasOwn(response, name),
  ) &&
  ['emit', 'push'].every((name) => !Object.hasOwn(request, name)) &&
  String(OutgoingMessage.prototype.end).includes('strictContentLength(') &&
  String(response.setHeader).includes('validateHeaderName(') &&
  String(response.write).includes('write_(') &&
  String(response._storeHeader).includes('processHeader(') &&
  String(response._send).includes('_writeRaw(') &&
  String(response.assignSocket).includes('_httpMessage') &&
  String(request._dump).includes('_dumped');

/** Checks a server's current classes: agents can also load late, and applications patch them. */
export function isPristine(requests: RequestClass, responses: ResponseClass): boolean {
  const req = requests.prototype as NodeRequest;
  const res = responses.prototype as unknown as NodeResponse;
  return (
    BORN_PRISTINE &&
    hasPlainLines(req) &&
    res.end === NATIVE.end &&
    res._storeHeader === NATIVE.storeHeader &&
    res.setHeader === NATIVE.setHeader &&
    res.write === NATIVE.write &&
    res._send === NATIVE.send &&
    res._writeRaw === NATIVE.writeRaw &&
    res._finish === NATIVE.finish &&
    res.emit === NATIVE.emitResponse &&
    res.assignSocket === NATIVE.assignSocket &&
    res.detachSocket === NATIVE.detachSocket &&
    req._dump === NATIVE.dump &&
    req.push === NATIVE.push &&
    req.emit === NATIVE.emitRequest
  );
}
