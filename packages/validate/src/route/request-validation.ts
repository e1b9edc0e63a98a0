/** @module Hot: validates the parts of a request, and replaces them with the output of their schemas. */

import { HttpError } from '@nextpress/semantics/http-error';
import { printValue } from '@nextpress/semantics/options';
import { isThenable } from '@nextpress/semantics/thenable';
import { errorForNext } from '@nextpress/semantics/thrown-value';
import type { NextFunction, Request, Response } from '@nextpress/server';
import type { CompiledSchema, RequestPart, ValidationIssue, ValidationResult } from '../validation-error.ts';
import { firstValid, ValidationError } from '../validation-error.ts';

/** One part of a request and its schema. */
export interface PartSchema {
  readonly part: RequestPart;
  readonly schema: CompiledSchema;
  /** Compiles the schema for a form body, whose values are strings. */
  readonly compileForm?: () => CompiledSchema;
}

type Result = ValidationResult<unknown>;

const FORM = /^\s*(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

/** Validates the requests of one route. */
export class RequestValidation {
  readonly #parts: readonly PartSchema[];
  readonly #status: 400 | 422;
  readonly #maxErrors: number;
  #form: CompiledSchema | undefined;

  /** @param parts - in validation order */
  constructor(parts: readonly PartSchema[], status: 400 | 422, maxErrors: number) {
    this.#parts = parts;
    this.#status = status;
    this.#maxErrors = maxErrors;
  }

  /** Calls `next`, with an error if the request is invalid. */
  run(req: Request, res: Response, next: NextFunction): void {
    this.#validateFrom(0, undefined, req, res, next);
  }

  #validateFrom(
    start: number,
    found: readonly ValidationIssue[] | undefined,
    req: Request,
    res: Response,
    next: NextFunction,
  ): void {
    let issues = found;
    for (let index = start; index < this.#parts.length; index++) {
      const { part } = this.#parts[index] as PartSchema;
      const schema = this.#schemaFor(req, index);
      const input = read(req, part);
      if (part === 'body' && input === undefined && hasUnreadBody(req)) {
        next(unsupportedType(req));
        return;
      }
      const isAbsent = part === 'body' && (input === undefined || req.headers['content-length'] === '0');
      const result = isAbsent ? validateAbsent(schema, input) : schema.validate(input);
      if (isThenable(result)) {
        this.#wait(result, index, issues, req, res, next);
        return;
      }
      issues = applyResult(result, part, input, issues, req);
    }
    if (issues === undefined) next();
    else next(new ValidationError(this.#status, issues.slice(0, this.#maxErrors)));
  }

  #schemaFor(req: Request, index: number): CompiledSchema {
    const { schema, compileForm } = this.#parts[index] as PartSchema;
    if (compileForm === undefined || !FORM.test(req.headers['content-type'] ?? '')) return schema;
    this.#form ??= compileForm();
    return this.#form;
  }

  #wait(
    pending: Promise<Result>,
    index: number,
    issues: readonly ValidationIssue[] | undefined,
    req: Request,
    res: Response,
    next: NextFunction,
  ): void {
    const { part } = this.#parts[index] as PartSchema;
    pending
      .then((result) => {
        // The client may have disconnected, or a timeout may have sent a response.
        if (res.destroyed || res.writableEnded) return;
        const found = applyResult(result, part, read(req, part), issues, req);
        this.#validateFrom(index + 1, found, req, res, next);
      })
      // Without an error, `next` would run the handlers.
      .catch((error) => next(errorForNext(error, 'A schema')));
  }
}

function read(req: Request, part: RequestPart): unknown {
  switch (part) {
    case 'params':
      return req.params;
    case 'query':
      return req.query;
    case 'headers':
      return req.headers;
    default:
      return req.body;
  }
}

/** Assigns the output to the request, or adds the issues to those of earlier parts. */
function applyResult(
  result: Result,
  part: RequestPart,
  input: unknown,
  issues: readonly ValidationIssue[] | undefined,
  req: Request,
): readonly ValidationIssue[] | undefined {
  if (result.issues !== undefined)
    return issues === undefined ? result.issues : [...issues, ...result.issues];
  const output = result.value;
  if (output === input) return issues;
  switch (part) {
    case 'params':
      req.params = output as Request['params'];
      break;
    case 'query':
      req.query = output as Request['query'];
      break;
    case 'headers':
      assignHeaders(req.headers as Record<string, unknown>, Object(output));
      break;
    default:
      req.body = output;
  }
  return issues;
}

/** Node and the helpers share the headers object, so keep it, including headers without a schema. */
function assignHeaders(headers: Record<string, unknown>, output: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(output)) {
    if (name !== '__proto__' && headers[name] !== output[name]) headers[name] = output[name];
  }
}

/** Whether the body parsers skipped the body because of its `Content-Type`. */
function hasUnreadBody({ headers, readableEnded }: Request): boolean {
  if (readableEnded) return false;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0);
}

function unsupportedType({ headers }: Request): HttpError {
  const type = headers['content-type'];
  const sent =
    type === undefined
      ? 'The request has a body but no Content-Type'
      : `No body parser accepts the Content-Type ${printValue(type)}`;
  const message = `${sent}: expected a type that a parser before the route accepts, such as application/json with jsonBody().`;
  return new HttpError(415, 'ERR_BODY_TYPE', message);
}

/**
 * Validates an empty body. It is valid if the schema accepts the parser's result (`undefined`, or `{}` for an empty JSON body),
 * `undefined`, or `null`, which is how JSON Schemas declare an optional body.
 *
 * @returns the issues of the first of these if the schema accepts none
 */
function validateAbsent(schema: CompiledSchema, parsed: unknown): Result | Promise<Result> {
  const values = parsed === undefined ? [undefined, null] : [parsed, undefined, null];
  return firstValid(values, (value) => schema.validate(value));
}
