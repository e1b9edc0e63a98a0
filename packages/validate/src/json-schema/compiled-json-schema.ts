/** @module Validates with a JSON Schema: converts strings, checks, then handles unknown keys. */

import type { ErrorObject } from 'ajv';
import type { SchemaUse, UnknownKeys } from '../options.ts';
import type { CompiledSchema, ValidationIssue, ValidationResult } from '../validation-error.ts';
import { createIssue, isStackOverflow, printLocation, tooDeeplyNested } from '../validation-error.ts';
import type { RegisteredSchema } from './ajv-registry.ts';
import { copyObject, mapItems, mapProperties, REMOVED, setProperty } from './changed-copy.ts';
import type { Coercion } from './coercion.ts';
import { pointerPath } from './json-schema.ts';
import { forgetValidation } from './linear-time.ts';
import { type Outline, Outlines } from './outline.ts';
import type { Shape } from './shape.ts';

/** Validates with ajv. */
export class CompiledJsonSchema implements CompiledSchema {
  readonly #registered: RegisteredSchema;
  readonly #coercion: Coercion | undefined;
  readonly #outline: Outline | undefined;
  readonly #use: SchemaUse;

  /** @param declared - `undefined` if valid values are returned unchanged */
  constructor(
    registered: RegisteredSchema,
    coercion: Coercion | undefined,
    declared: Shape | undefined,
    use: SchemaUse,
  ) {
    this.#registered = registered;
    this.#coercion = coercion;
    this.#outline = declared && new Outlines().of([declared], 'always');
    this.#use = use;
  }

  validate(value: unknown): ValidationResult<unknown> {
    const { check } = this.#registered;
    try {
      const input = this.#coercion === undefined ? value : this.#coercion.convert(value);
      if (check(input)) return this.#declared(input);
      // The unknown keys of a valid value are stripped later, once it is known which alternatives apply.
      const stripped = this.#use.unknownKeys === 'strip' ? stripRefused(input, this.#outline) : input;
      if (stripped !== input && check(stripped)) return this.#declared(stripped);
      return { issues: this.#explain(stripped, check.errors ?? []) };
    } catch (error) {
      if (isStackOverflow(error)) return tooDeeplyNested(this.#use.location);
      throw error;
    } finally {
      forgetValidation();
    }
  }

  #declared(value: unknown): ValidationResult<unknown> {
    if (this.#outline === undefined) return { value };
    const { unknownKeys, maxErrors, location } = this.#use;
    const pass = new UnknownKeysPass(unknownKeys, maxErrors);
    const output = pass.apply(value, this.#outline);
    if (pass.unknown.length === 0) return { value: output };
    const issues = pass.unknown.map((path) =>
      createIssue(printLocation(location, path), NOT_ALLOWED, 'additionalProperties'),
    );
    return { issues };
  }

  #explain(value: unknown, first: readonly ErrorObject[]): readonly ValidationIssue[] {
    const { maxErrors } = this.#use;
    const explain = this.#registered.explain(maxErrors);
    explain(value);
    // There are no errors if explaining skipped an expensive pattern.
    const errors = explain.errors ?? first;
    return errors.slice(0, maxErrors).map((error) => this.#toIssue(error, value));
  }

  #toIssue(
    { instancePath, keyword, params, message = 'is invalid' }: ErrorObject,
    value: unknown,
  ): ValidationIssue {
    const path = pointerPath(instancePath, value);
    const { location: root } = this.#use;
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

/** One pass over a value that the schema accepts. */
class UnknownKeysPass {
  readonly #unknownKeys: UnknownKeys;
  readonly #maxErrors: number;
  /** Paths of undeclared properties. */
  readonly unknown: PropertyKey[][] = [];

  constructor(unknownKeys: UnknownKeys, maxErrors: number) {
    this.#unknownKeys = unknownKeys;
    this.#maxErrors = maxErrors;
  }

  /** Returns the value, or a copy if something must change. */
  apply(value: unknown, outline: Outline): unknown {
    if (typeof value !== 'object' || value === null || outline.isAny) return value;
    const found = outline.found(value);
    return Array.isArray(value)
      ? mapItems(value, (item, index) => (this.#isFull ? item : this.#inside(index, item, found.item(index))))
      : this.#withDefaults(this.#declared(value, found), found);
  }

  #declared(value: object, outline: Outline): object {
    const isClosed = this.#unknownKeys !== 'keep' && outline.isClosed;
    return mapProperties(value, (name, content) => {
      if (this.#isFull) return content;
      const inside = outline.property(name);
      if (inside !== undefined)
        return typeof content === 'object' ? this.#inside(name, content, inside) : content;
      if (!isClosed) return content;
      if (this.#unknownKeys === 'strip') return REMOVED;
      this.unknown.push([name]);
      return content;
    });
  }

  get #isFull(): boolean {
    return this.unknown.length >= this.#maxErrors;
  }

  #inside(key: PropertyKey, value: unknown, outline: Outline): unknown {
    const start = this.unknown.length;
    const applied = this.apply(value, outline);
    for (let index = start; index < this.unknown.length; index++) this.unknown[index]?.unshift(key);
    return applied;
  }

  #withDefaults(value: object, outline: Outline): object {
    let copy: Record<string, unknown> | undefined;
    for (const property of outline.defaults) {
      const { name, fallback } = property;
      if (Object.hasOwn(value, name)) continue;
      // A default may contain objects with defaults of their own. Its unknown keys do not come from the client, so they stay.
      const pass = new UnknownKeysPass('keep', 1);
      copy ??= copyObject(value);
      setProperty(copy, name, pass.apply(structuredClone(fallback?.value), outline.declared(property)));
    }
    return copy ?? value;
  }
}

/**
 * Strips properties that the schema rejects by `additionalProperties` or `unevaluatedProperties`, before validation. Which
 * alternatives of `anyOf`, `oneOf` and `if` apply is known only afterwards, so properties that only those reject stay.
 *
 * @returns the value, or a copy
 */
function stripRefused(value: unknown, outline: Outline | undefined): unknown {
  if (typeof value !== 'object' || value === null || outline === undefined) return value;
  if (Array.isArray(value)) return mapItems(value, (item, index) => stripRefused(item, outline.item(index)));
  return mapProperties(value, (name, content) =>
    outline.refuses(name) ? REMOVED : stripRefused(content, outline.property(name)),
  );
}
