import { Existing } from '@nextpress-internal/internals/existing';
import { CLASS_METHODS } from '@nextpress-internal/internals/keys';
import { JSON_SERIALIZER, PAYLOAD_HOOK } from '../../response-slots.ts';
import type { Members } from '../define-members.ts';
import { clearCookie, cookie } from './cookie.ts';
import { format } from './format.ts';
import { json, jsonp } from './json.ts';
import { location } from './location.ts';
import { redirect } from './redirect.ts';
import {
  append,
  attachment,
  getResponseHeader,
  links,
  setHeaders,
  setType,
  vary,
} from './response-headers.ts';
import { NODE_METHODS } from './response-methods.ts';
import { send } from './send.ts';
import { getHeader, getHeaderNames, getHeaders, hasHeader } from './sent-headers.ts';
import { sendStatus, status } from './status.ts';

/** Hot: a field is cheaper than `Object.defineProperty`, and gives all responses one shape. */
class WithLocals extends Existing {
  locals: Record<string, unknown> = Object.create(null);
}

/** `res.locals`: an object without a prototype, created on first access. */
function getLocals(this: { req?: unknown }): Record<string, unknown> {
  // Read on a prototype, which has no `req`, the object would be shared by all responses.
  return this.req === undefined ? Object.create(null) : (new WithLocals(this) as WithLocals).locals;
}

export const RESPONSE_MEMBERS: Members = {
  values: {
    [CLASS_METHODS]: NODE_METHODS,
    [JSON_SERIALIZER]: undefined,
    [PAYLOAD_HOOK]: undefined,
    status,
    set: setHeaders,
    header: setHeaders,
    get: getResponseHeader,
    append,
    type: setType,
    contentType: setType,
    vary,
    links,
    location,
    attachment,
    cookie,
    clearCookie,
    getHeader,
    getHeaders,
    getHeaderNames,
    hasHeader,
    json,
    jsonp,
    send,
    sendStatus,
    redirect,
    format,
  },
  getters: { locals: getLocals },
};
