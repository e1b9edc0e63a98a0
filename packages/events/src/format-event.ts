/** @module Formats server-sent events (WHATWG HTML §9.2). */

import { invalidValue } from '@nextpress/semantics/options';

/** An event, or a part of one: `{ retry: 5000 }` alone changes the client's delay without sending an event. */
export interface ServerSentEvent {
  /** A string is sent as it is, with one `data:` line per line. Other values are sent as JSON. */
  readonly data?: unknown;
  /** The event's name for `addEventListener`; `message` by default. Line breaks are removed. */
  readonly event?: string | undefined;
  /** What the client sends as `Last-Event-ID` when it reconnects. Line breaks and U+0000 are removed. */
  readonly id?: string | number | undefined;
  /** How long the client waits before it reconnects, in milliseconds. */
  readonly retry?: number | undefined;
  /** Text that clients ignore. */
  readonly comment?: string | undefined;
}

const FIELDS = ['data', 'event', 'id', 'retry', 'comment'];
const LINE_BREAK = /\r\n|[\r\n]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: clients ignore an id with U+0000
const NOT_IN_A_FIELD = /[\r\n\u0000]/g;

/**
 * Formats an event as text. No value can inject a field or another event.
 *
 * @throws TypeError for an unknown field, an invalid `retry`, or data that cannot be serialized
 */
export function formatEvent(given: ServerSentEvent | string): string {
  const event = typeof given === 'string' ? { data: given } : given;
  checkFields(event);
  const { comment, event: name, id, retry, data } = event;
  return [
    ...(comment === undefined ? [] : linesOf('', comment)),
    ...(retry === undefined ? [] : [`retry: ${checkRetry(retry)}\n`]),
    ...(name === undefined ? [] : [`event: ${clean(name)}\n`]),
    ...(id === undefined ? [] : [`id: ${clean(id)}\n`]),
    ...(data === undefined ? [] : linesOf('data', textOf(data))),
    '\n',
  ].join('');
}

function checkFields(event: ServerSentEvent): void {
  if (typeof event !== 'object' || event === null) {
    throw invalidValue('event', 'text or an object such as { data, event, id }', event);
  }
  for (const field of Object.keys(event)) {
    if (FIELDS.includes(field)) continue;
    throw new TypeError(
      `Unknown field "${field}" of an event: expected one of ${FIELDS.join(', ')}. Send other values as { data: … }.`,
    );
  }
}

function checkRetry(retry: unknown): number {
  if (Number.isSafeInteger(retry) && (retry as number) >= 0) return retry as number;
  throw invalidValue('retry of an event', 'milliseconds as an integer of at least 0', retry);
}

function clean(value: string | number): string {
  return String(value).replace(NOT_IN_A_FIELD, '');
}

function linesOf(field: string, text: string): string[] {
  return String(text)
    .split(LINE_BREAK)
    .map((line) => `${field}: ${line}\n`);
}

function textOf(data: unknown): string {
  if (typeof data === 'string') return data;
  const text: string | undefined = JSON.stringify(data);
  if (text === undefined) throw invalidValue('data of an event', 'text or a JSON-serializable value', data);
  return text;
}
