/** @module Validates with JSON Schema: converts strings, checks, and treats unknown keys, in this order. */

import type { ErrorObject, ValidateFunction } from 'ajv';
import type { CompiledSchema, ValidationIssue, ValidationResult } from '../validation-issue.ts';
import { createIssue, isStackOverflow, printLocation, tooDeeplyNested } from '../validation-issue.ts';
import type { RegisteredSchema } from './ajv-registry.ts';
import type { Coercion } from './coercion.ts';
import type { Shape } from './declared-shape.ts';
import { pointerPath } from './json-schema.ts';
import type { UnknownKeys } from './shape-pass.ts';
import { ShapePass, stripRefused } from './shape-pass.ts';
import { forgetItems } from './unique-items.ts';
import { forgetOutcomes } from './validate-once.ts';

/** What the compiler has prepared. */
export interface JsonSchemaParts {
  readonly registered: RegisteredSchema;
  readonly coercion: Coercion | undefined;
  /** `undefined` if values stay as they are. */
  readonly shape: Shape | undefined;
  /** Whether the schema refuses properties that it does not declare. */
  readonly hasRefusals: boolean;
  readonly unknownKeys: UnknownKeys;
  readonly root: string;
  readonly maxErrors: number;
}

/** Validates with ajv. */
export class CompiledJsonSchema implements CompiledSchema {
  readonly #check: ValidateFunction;
  readonly #parts: JsonSchemaParts;
  readonly #shape: Shape | undefined;
  readonly #keepsUnknown: boolean;

  constructor(parts: JsonSchemaParts) {
    this.#check = parts.registered.check;
    this.#parts = parts;
    this.#shape = parts.shape;
    this.#keepsUnknown = parts.unknownKeys === 'keep';
  }

  validate(value: unknown): ValidationResult<unknown> {
    try {
      const { coercion } = this.#parts;
      let input = coercion === undefined ? value : coercion.convert(value);
      if (!this.#check(input)) {
        const stripped = this.#stripRefused(input);
        if (stripped === input || !this.#check(stripped)) {
          return { issues: this.#explain(stripped, this.#check.errors ?? []) };
        }
        input = stripped;
      }
      if (this.#shape === undefined || this.#shape.isSettled(input, this.#keepsUnknown))
        return { value: input };
      return this.#reshape(input, this.#shape);
    } catch (error) {
      if (isStackOverflow(error)) return tooDeeplyNested(this.#parts.root);
      throw error;
    } finally {
      forgetOutcomes();
      forgetItems();
    }
  }

  /** The unknown keys of a valid value are stripped later, when its alternatives are known. */
  #stripRefused(value: unknown): unknown {
    const { unknownKeys, hasRefusals } = this.#parts;
    if (unknownKeys !== 'strip' || !hasRefusals || this.#shape === undefined) return value;
    return stripRefused(value, [this.#shape]);
  }

  #reshape(value: unknown, shape: Shape): ValidationResult<unknown> {
    const { unknownKeys, maxErrors, root } = this.#parts;
    const pass = new ShapePass(unknownKeys, maxErrors);
    const output = pass.apply(value, [shape]);
    if (pass.unknown.length === 0) return { value: output };
    const issues = pass.unknown.map((path) =>
      createIssue(printLocation(root, path), NOT_ALLOWED, 'additionalProperties'),
    );
    return { issues };
  }

  #explain(value: unknown, first: readonly ErrorObject[]): readonly ValidationIssue[] {
    const { registered, maxErrors } = this.#parts;
    const explain = registered.explain(maxErrors);
    explain(value);
    // Without errors if it has left out an expensive pattern.
    const errors = explain.errors ?? first;
    return errors.slice(0, maxErrors).map((error) => this.#toIssue(error, value));
  }

  #toIssue(
    { instancePath, keyword, params, message = 'is invalid' }: ErrorObject,
    value: unknown,
  ): ValidationIssue {
    const path = pointerPath(instancePath, value);
    const { root } = this.#parts;
    switch (keyword) {
      case 'required':
        return createIssue(printLocation(root, [...path, params.missingProperty]), 'is required', keyword);
      case 'additionalProperties':
        return createIssue(printLocation(root, [...path, params.additionalProperty]), NOT_ALLOWED, keyword);
      case 'unevaluatedProperties':
        return createIssue(printLocation(root, [...path, params.unevaluatedProperty]), NOT_ALLOWED, keyword);
      default:
        return createIssue(printLocation(root, path), message, keyword);
    }
  }
}

const NOT_ALLOWED = 'is not allowed';
