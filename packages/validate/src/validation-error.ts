/** @module Validation issues, and the error for a request that does not match the schemas of its route. */

import { HttpError } from '@nextpress/semantics/http-error';
import { isThrownError, thrownText } from '@nextpress/semantics/thrown-value';

/** A failed validation. Error handlers find its `issues`; without an error handler the client gets them as `errors` (RFC 9457). */
export class ValidationError extends HttpError {
  /** The issues, in the order params, query, headers, body; at most `maxErrors`. */
  declare readonly issues: readonly ValidationIssue[];

  constructor(status: 400 | 422, issues: readonly ValidationIssue[]) {
    super(status, 'ERR_VALIDATION', summarize(issues), { problem: { errors: issues } });
    this.issues = issues;
  }
}

function summarize([first, ...others]: readonly ValidationIssue[]): string {
  if (first === undefined) return 'The request is invalid.';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `The request is invalid: ${first.location} ${first.message}${more}`;
}

/** One reason why a value does not match its schema. */
export interface ValidationIssue {
  /** The location of the value: `body.items[3].price`. Names from the request are quoted and shortened. */
  readonly location: string;
  /** What is wrong, in the validator's words. */
  readonly message: string;
  /** The JSON Schema keyword, or the library's name for this kind of issue. */
  readonly keyword: string;
}

/** The parts of a request that a route can have schemas for. */
export type RequestPart = 'params' | 'query' | 'headers' | 'body';

/** The validated value, or the reasons why it is invalid. */
export type ValidationResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly value?: undefined; readonly issues: readonly ValidationIssue[] };

/** A compiled schema, returned by `compileSchema()`. */
export interface CompiledSchema<Output = unknown> {
  /** Validates a value without changing it. Returns a promise only for asynchronous schemas. */
  validate(value: unknown): ValidationResult<Output> | Promise<ValidationResult<Output>>;
}

const MAX_MESSAGE_LENGTH = 256;

/** Creates an issue of limited size. */
export function createIssue(location: string, message: string, keyword: string): ValidationIssue {
  return { location, message: shorten(message, MAX_MESSAGE_LENGTH), keyword: shorten(keyword, 64) };
}

/** Truncates a string that may contain request data. */
function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Whether Node or a library threw because a value is nested too deeply for a recursive function. */
export function isStackOverflow(error: unknown): boolean {
  return isThrownError(error) && error instanceof RangeError && thrownText(error).startsWith('Maximum call');
}

/** The result for a value that overflows the stack. */
export function tooDeeplyNested(location: string): ValidationResult<never> {
  return { issues: [createIssue(location, 'must not be nested this deeply', 'depth')] };
}

const MAX_NAME_LENGTH = 64;
const MAX_SEGMENTS = 32;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** Characters that are special in HTML, or invisible. */
const UNSAFE = /[<>&'\x7f-\uffff]/g;

/** Prints the path from a part of the request to a value. Numbers are indexes. */
export function printLocation(root: string, path: readonly PropertyKey[]): string {
  let text = root;
  for (const segment of path.slice(0, MAX_SEGMENTS)) text += printSegment(segment);
  return path.length > MAX_SEGMENTS ? `${text}…` : text;
}

function printSegment(segment: PropertyKey): string {
  if (typeof segment === 'number') return `[${segment}]`;
  const name = shorten(String(segment), MAX_NAME_LENGTH);
  return IDENTIFIER.test(name) ? `.${name}` : `[${JSON.stringify(name).replace(UNSAFE, escapeCharacter)}]`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

type Result<Output> = ValidationResult<Output> | Promise<ValidationResult<Output>>;

/** Returns the result for the first valid value, or the issues of the first value. */
export function firstValid<Output>(
  [value, ...others]: readonly unknown[],
  validate: (value: unknown) => Result<Output>,
): Result<Output> {
  return after(validate(value), (result) => {
    if (result.issues === undefined || others.length === 0) return result;
    return after(firstValid(others, validate), (next) => (next.issues === undefined ? next : result));
  });
}

function after<Output>(
  result: Result<Output>,
  decide: (result: ValidationResult<Output>) => Result<Output>,
): Result<Output> {
  return 'then' in result ? result.then(decide) : decide(result);
}
