/** @module The text of server-sent events (WHATWG HTML §9.2). */

import { invalidValue } from '@nextpress/semantics/options';

/** An event, or a part of one: `{ retry: 5000 }` alone changes the delay of the client without an event. */
export interface ServerSentEvent {
  /** Text is sent as it is, with one `data:` line for each of its lines. Other values are sent as JSON. */
  readonly data?: unknown;
  /** The name that `addEventListener` gets; `message` by default. Line breaks are removed. */
  readonly event?: string | undefined;
  /** What the client sends as `Last-Event-ID` when it connects again. Line breaks and U+0000 are removed. */
  readonly id?: string | number | undefined;
  /** How many milliseconds the client waits before it connects again. */
  readonly retry?: number | undefined;
  /** Text that clients ignore. */
  readonly comment?: string | undefined;
}

const FIELDS = ['data', 'event', 'id', 'retry', 'comment'];
const LINE_BREAK = /\r\n|[\r\n]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: clients ignore an id with U+0000
const NOT_IN_A_FIELD = /[\r\n\u0000]/g;

/**
 * Writes an event as text. No value can add a field or another event.
 *
 * @throws TypeError for an unknown field, an invalid `retry`, and data that JSON cannot express
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
  if (text === undefined) throw invalidValue('data of an event', 'text or a value for JSON', data);
  return text;
}
