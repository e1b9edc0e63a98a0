/** @module Cold: what a response's prototype gets. */

import type { Family } from '../family.ts';
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
import { getField, setField, setType } from './response-fields.ts';
import { METHODS, NODE_METHODS } from './response-methods.ts';
import { send } from './send.ts';
import { sendStatus } from './send-status.ts';
import { getHeader, getHeaderNames, getHeaders, hasHeader } from './sent-fields.ts';
import { status } from './status.ts';
import { vary } from './vary.ts';

const FIELDS: Family = {
  values: {
    status,
    set: setField,
    header: setField,
    get: getField,
    append,
    type: setType,
    contentType: setType,
    vary,
    links,
    location,
    attachment,
    cookie,
    clearCookie,
  },
};

const SENT: Family = {
  values: { [METHODS]: NODE_METHODS, getHeader, getHeaders, getHeaderNames, hasHeader },
};

const ANSWERS: Family = { values: { json, jsonp, send, sendStatus, redirect, format } };

const DATA: Family = { accessors: { locals: getLocals } };

export const RESPONSE_FAMILIES: readonly Family[] = [FIELDS, SENT, ANSWERS, DATA];
