/** @module Cold: what a response's prototype gets. */

import type { Family } from './family.ts';
import { json } from './json.ts';
import { redirect } from './redirect.ts';
import { getField, setField, setType } from './response-fields.ts';
import { send } from './send.ts';
import { sendStatus } from './send-status.ts';
import { status } from './status.ts';

const FIELDS: Family = {
  values: { status, set: setField, header: setField, get: getField, type: setType },
};

const ANSWERS: Family = { values: { json, send, sendStatus, redirect } };

export const RESPONSE_FAMILIES: readonly Family[] = [FIELDS, ANSWERS];
