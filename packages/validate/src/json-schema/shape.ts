/** @module Hot: what one JSON Schema says about the properties, items and types of a value. */

import type { MakePattern, PatternTester } from '../options.ts';
import type { JsonSchemaObject } from './json-schema.ts';

/** A schema that applies only to some values. */
export interface Condition {
  /** Returns `undefined` if that is unknown. */
  readonly applies: (value: unknown) => boolean | undefined;
  readonly shape: Shape;
}

/** Shared, because most schemas are of scalars. */
const NO_PROPERTIES: ReadonlyMap<string, Shape> = new Map();

/** The shape of one schema. A value with several schemas has a shape for each, and recursive schemas have recursive shapes. */
export class Shape {
  properties: ReadonlyMap<string, Shape> = NO_PROPERTIES;
  patterns: readonly (readonly [PatternTester, Shape])[] = [];
  defaults: readonly (readonly [name: string, value: unknown])[] = [];
  prefixItems: readonly Shape[] = [];
  required: readonly string[] = [];
  /** Whether undeclared properties count as unknown. Otherwise the object is a map, whose keys are data. */
  isClosed = false;
  /** Whether `additionalProperties` or `unevaluatedProperties` is `false`. */
  refusesAdditional = false;
  refusesUnevaluated = false;
  /** `undefined` if the schema does not mention other properties, or allows none. */
  additional: Shape | undefined;
  unevaluated: Shape | undefined;
  items: Shape | undefined;
  unevaluatedItems: Shape | undefined;
  /** Whether the schema is `false`. */
  isNever = false;
  /** `undefined` if the schema does not limit types. */
  types: AcceptedTypes | undefined;
  /** The `format` of a string. */
  format: unknown;
  /** Schemas that apply to the same value. */
  readonly always: Shape[] = [];
  readonly conditions: Condition[] = [];
  /** Each entry is a list of alternatives, of which at least one applies to a valid value. */
  readonly alternatives: Condition[][] = [];

  allows(kind: Kind): boolean {
    return this.types === undefined || this.types.kinds.has(kind);
  }

  /** Whether the schema declares a property, by name or by pattern. */
  declares(name: string): boolean {
    return this.properties.has(name) || this.patterns.some(([pattern]) => pattern.test(name));
  }

  /** Whether the schema always rejects a property. */
  refuses(name: string): boolean {
    if (this.refusesAdditional && !this.declares(name)) return true;
    if (!this.refusesUnevaluated) return false;
    const evaluated = collect([this]);
    return evaluated.every((shape) => {
      // An alternative that applies to the value may declare the property.
      if (shape.hasConditions || shape.declares(name)) return false;
      return shape === this || (shape.additional ?? shape.unevaluated) === undefined;
    });
  }

  get hasConditions(): boolean {
    return this.conditions.length > 0 || this.alternatives.length > 0;
  }

  /** Whether the schema constrains undeclared properties. */
  get hasOtherProperties(): boolean {
    return this.patterns.length > 0 || (this.additional ?? this.unevaluated) !== undefined;
  }

  get hasItems(): boolean {
    return this.prefixItems.length > 0 || (this.items ?? this.unevaluatedItems) !== undefined;
  }
}

/** The shape of `false`. */
export const NEVER: Shape = Object.assign(new Shape(), { isNever: true });

/** The shape of `true`. */
export const ANY: Shape = new Shape();

/**
 * Collects all shapes that apply to the same value.
 *
 * @param isMet - whether a condition is met; by default none is
 */
export function collect(
  shapes: readonly Shape[],
  isMet?: (condition: Condition) => boolean,
): readonly Shape[] {
  const found = new Set<Shape>();
  const add = (shape: Shape): void => {
    if (found.has(shape)) return;
    found.add(shape);
    shape.always.forEach(add);
    if (isMet === undefined) return;
    for (const condition of shape.conditions) if (isMet(condition)) add(condition.shape);
    for (const alternatives of shape.alternatives) {
      const met = alternatives.filter(isMet);
      for (const alternative of met) add(alternative.shape);
      if (met.length === 0) add(NEVER);
    }
  };
  shapes.forEach(add);
  return [...found];
}

/** The shapes of a property in all schemas that apply to its object; empty if it is undeclared. */
export function propertyShapes(name: string, shapes: readonly Shape[]): readonly Shape[] {
  const children: Shape[] = [];
  for (const { properties, patterns, additional } of shapes) {
    const before = children.length;
    const property = properties.get(name);
    if (property !== undefined) children.push(property);
    for (const [pattern, shape] of patterns) if (pattern.test(name)) children.push(shape);
    if (children.length === before && additional !== undefined) children.push(additional);
  }
  if (children.length > 0) return children;
  const unevaluated = shapes.flatMap((shape) => shape.unevaluated ?? []);
  if (unevaluated.length > 0) return unevaluated;
  const isRequired = shapes.some(({ required }) => required.includes(name));
  return isRequired && !shapes.some((shape) => shape.refuses(name)) ? [ANY] : [];
}

/**
 * The shapes used to convert strings. Those for the property's name come before those for others. Shapes that allow anything are
 * ignored.
 */
export function textShapes(name: string, shapes: readonly Shape[]): readonly Shape[] {
  const named = shapes.flatMap(({ properties }) => properties.get(name) ?? []);
  if (named.length > 0) return named;
  const others = shapes.flatMap(({ patterns, additional, unevaluated }) => {
    const matching = patterns.filter(([pattern]) => pattern.test(name)).map(([, shape]) => shape);
    return matching.length > 0 ? matching : [additional ?? ANY, unevaluated ?? ANY];
  });
  return others.filter((shape) => shape !== ANY);
}

/** The shapes of an item in all schemas that apply to its array. */
export function itemShapes(index: number, shapes: readonly Shape[]): readonly Shape[] {
  const items = shapes.flatMap((shape) => shape.prefixItems[index] ?? shape.items ?? []);
  if (items.length > 0) return items;
  const unevaluated = shapes.flatMap((shape) => shape.unevaluatedItems ?? []);
  const allowed = unevaluated.filter(({ isNever }) => !isNever);
  return allowed.length > 0 ? allowed : unevaluated;
}

/** Whether a string is accepted. */
type StringTest = (text: string) => boolean;

/** Integers are numbers. The last three are not JSON types, but come from libraries such as zod. */
export type Kind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'null'
  | 'array'
  | 'object'
  | 'date'
  | 'bigint'
  | 'file';

/** The types a value may have. */
export interface AcceptedTypes {
  readonly kinds: ReadonlySet<Kind>;
  /** Decides which strings are accepted, if `kinds` includes strings. */
  readonly string: StringTest;
}

/** What the check for the string keywords needs besides the schema. */
export interface StringContext {
  readonly makePattern: MakePattern;
  /** Returns the function that checks a format; `undefined` if it allows every string. */
  readonly findFormat?: ((name: string) => StringTest | undefined) | undefined;
}

/** The types that the keywords of one schema accept; `undefined` if it does not limit them. */
export function ownTypes(schema: JsonSchemaObject, context: StringContext): AcceptedTypes | undefined {
  const { type, nullable } = schema;
  const values: unknown = 'const' in schema ? [schema.const] : schema.enum;
  const byType =
    type === undefined
      ? undefined
      : { kinds: kindsOfType([type].flat()), string: stringTest(schema, context) };
  const byValues = Array.isArray(values)
    ? { kinds: new Set(values.flatMap(kindsOfValue)), string: (text: string) => values.includes(text) }
    : undefined;
  const types = intersect(byType, byValues);
  return types !== undefined && nullable === true
    ? { ...types, kinds: new Set([...types.kinds, 'null']) }
    : types;
}

/** The types that a schema accepts together with others for the same value; `undefined` if none limits them. */
export function acceptedTypes(
  shape: Shape,
  known: Map<Shape, AcceptedTypes | undefined> = new Map(),
): AcceptedTypes | undefined {
  if (known.has(shape)) return known.get(shape);
  // A self-reference adds no further limit.
  known.set(shape, undefined);
  const typesOf = (each: Shape): AcceptedTypes | undefined => acceptedTypes(each, known);
  const types = [
    shape.types,
    ...shape.always.map(typesOf),
    ...shape.alternatives.map((branches) => unite(branches.map((branch) => typesOf(branch.shape)))),
  ].reduce(intersect);
  known.set(shape, types);
  return types;
}

/** Unites the types of alternatives. */
export function unite(branches: readonly (AcceptedTypes | undefined)[]): AcceptedTypes | undefined {
  if (!branches.every((branch) => branch !== undefined)) return undefined;
  return {
    kinds: new Set(branches.flatMap(({ kinds }) => [...kinds])),
    string: (text) => branches.some((branch) => acceptsString(branch, text)),
  };
}

function intersect(
  one: AcceptedTypes | undefined,
  other: AcceptedTypes | undefined,
): AcceptedTypes | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    kinds: new Set([...one.kinds].filter((kind) => other.kinds.has(kind))),
    string: (text) => one.string(text) && other.string(text),
  };
}

export function acceptsString({ kinds, string }: AcceptedTypes, text: string): boolean {
  return kinds.has('string') && string(text);
}

function kindsOfType(types: readonly unknown[]): ReadonlySet<Kind> {
  return new Set((types.includes('number') ? [...types, 'integer'] : types) as Kind[]);
}

function kindsOfValue(value: unknown): readonly Kind[] {
  if (typeof value === 'number') return ['number', 'integer'];
  if (value === null) return ['null'];
  return [Array.isArray(value) ? 'array' : (typeof value as Kind)];
}

/** Creates the check for the string keywords. Lengths come first, because a pattern can be slow. */
function stringTest(schema: JsonSchemaObject, { makePattern, findFormat }: StringContext): StringTest {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  const hasFormat = typeof format === 'string' ? findFormat?.(format) : undefined;
  let regExp: PatternTester | undefined;
  return (text) => {
    if (!isWithin(text, minLength as number, maxLength as number) || hasFormat?.(text) === false)
      return false;
    if (typeof pattern === 'string') regExp ??= makePattern(pattern, 'u');
    return regExp?.test(text) !== false;
  };
}

/** Lengths are counted in code points. A string has at least half as many of these as UTF-16 units. */
function isWithin(text: string, minLength: number, maxLength: number): boolean {
  if (text.length < minLength || text.length > 2 * maxLength) return false;
  // Most strings are within the limits even if every character took two units.
  if (text.length >= 2 * minLength && text.length <= maxLength) return true;
  const { length } = [...text];
  return length >= minLength && length <= maxLength;
}
