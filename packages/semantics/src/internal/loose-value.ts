/** @module Parses values with parameters, such as `text/html; q=0.5`, as leniently as Express's dependencies. */

import { COMMA, DOUBLE_QUOTE, SEMICOLON } from './char-code.ts';
import { skipWhitespace, trimmedSlice } from './header-value.ts';

export interface LooseValue {
  /** As sent. */
  readonly value: string;
  /** By lower-case name. If a name is repeated, the first value wins. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The index after the value; in a list, the index of the comma. */
  readonly end: number;
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** Parses one value. `delimiter` is the code of the character that ends it; `NaN` if nothing does. */
export function readLoosely(text: string, start = 0, delimiter: number = Number.NaN): LooseValue {
  const first = skipWhitespace(text, start);
  let at = skipTo(text, first, SEMICOLON, delimiter);
  const value = trimmedSlice(text, first, at);
  if (at === text.length || text.charCodeAt(at) === delimiter) {
    return { value, parameters: NO_PARAMETERS, end: at };
  }
  const parameters = new Map<string, string>();
  while (at < text.length && text.charCodeAt(at) !== delimiter)
    at = readParameter(text, at + 1, delimiter, parameters);
  return { value, parameters, end: at };
}

/** Parses the elements of a list, including empty ones. */
export function readLooseList(text: string): LooseValue[] {
  const elements: LooseValue[] = [];
  for (let start = 0; start < text.length; ) {
    const element = readLoosely(text, start, COMMA);
    elements.push(element);
    start = element.end + 1;
  }
  return elements;
}

/** Adds a parameter, if there is one, and returns the index after it. */
function readParameter(
  text: string,
  start: number,
  delimiter: number,
  parameters: Map<string, string>,
): number {
  const semicolon = skipTo(text, start, SEMICOLON, delimiter);
  const equals = start + text.slice(start, semicolon).indexOf('=');
  if (equals < start) return semicolon;
  const name = trimmedSlice(text, start, equals).toLowerCase();
  const first = skipWhitespace(text, equals + 1);
  const isQuoted = text.charCodeAt(first) === DOUBLE_QUOTE;
  const [content, end] = isQuoted ? readQuoted(text, first + 1) : [undefined, first];
  const last = skipTo(text, end, SEMICOLON, delimiter);
  const value = isQuoted ? content : trimmedSlice(text, first, last);
  if (value !== undefined && !parameters.has(name)) parameters.set(name, value);
  return last;
}

/** The content of a quoted string (`undefined` if unterminated), and the index after it. */
function readQuoted(text: string, start: number): [content: string | undefined, end: number] {
  let content = '';
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return [content, at + 1];
    content += char === '\\' && at + 1 < text.length ? text.charAt(++at) : char;
  }
  return [undefined, text.length];
}

function skipTo(text: string, start: number, one: number, other: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === one || code === other) break;
    at++;
  }
  return at;
}
