/** @module Cold: the members added to the response prototype. */

import { CLASS_METHODS } from '@nextpress-internal/internals/keys';
import { JSON_SERIALIZER, PAYLOAD_HOOK } from '../../response-slots.ts';
import type { Members } from '../define-members.ts';
import { append } from './append.ts';
import { attachment } from './attachment.ts';
import { clearCookie, cookie } from './cookie.ts';
import { format } from './format.ts';
import { json } from './json.ts';
import { jsonp } from './jsonp.ts';
import { links } from './links.ts';
import { getLocals } from './locals.ts';
import { location } from './location.ts';
import { redirect } from './redirect.ts';
import { getResponseHeader, setHeaders, setType } from './response-headers.ts';
import { NODE_METHODS } from './response-methods.ts';
import { send } from './send.ts';
import { sendStatus } from './send-status.ts';
import { getHeader, getHeaderNames, getHeaders, hasHeader } from './sent-headers.ts';
import { status } from './status.ts';
import { vary } from './vary.ts';

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
