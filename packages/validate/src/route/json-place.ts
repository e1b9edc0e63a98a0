/** @module Cold: what all schemas for one value of a response say together. */

import { NEVER, type Shape } from '../json-schema/declared-shape.ts';
import { childrenOf } from '../json-schema/shape-pass.ts';

/** Which schemas count: those for every value, those that were found to apply, or all without a check of the value. */
export type Scope = 'always' | 'found' | 'every';

/** A property that a schema declares. */
interface Property {
  readonly name: string;
  /** With quotes and a colon. */
  readonly label: string;
  readonly shapes: readonly Shape[];
  readonly isRequired: boolean;
  /** Whether every object inherits a value for the name. */
  readonly isInherited: boolean;
  /** The text of the default. */
  readonly fallback: string | undefined;
  /** Found for the first value, because schemas may be recursive. */
  place: Place | undefined;
}

/** The schemas for one value. */
export class Place {
  readonly shapes: readonly Shape[];
  readonly scope: Scope;
  /** Whether no other schemas apply to some values. */
  readonly isComplete: boolean;
  /** Whether every value is allowed and sent as it is. */
  readonly isAny: boolean;
  readonly isNever: boolean;
  readonly allowsObject: boolean;
  readonly allowsArray: boolean;
  readonly allowsNull: boolean;
  readonly dateFormat: 'date' | 'time' | undefined;
  readonly properties: readonly Property[];
  readonly names: ReadonlySet<string>;
  /** Whether properties that no schema declares are left out. */
  readonly isClosed: boolean;
  /** Whether there may be more properties than those in the list. */
  readonly isOpen: boolean;
  readonly items: Place[] = [];
  /** From this index on, all items have the same schemas. */
  readonly lastIndex: number;

  constructor(given: readonly Shape[], scope: Scope) {
    const always = new Set<Shape>();
    const every = new Set<Shape>();
    let isComplete = true;
    for (const shape of given) {
      isComplete = shape.collectAlways(always) && isComplete;
      shape.collectEvery(every);
    }
    const shapes = scope === 'found' ? given : [...(scope === 'always' ? always : every)];
    const checked = scope === 'every' ? [] : shapes;
    this.shapes = shapes;
    this.scope = scope;
    this.isComplete = isComplete || scope !== 'always';
    this.isNever = checked.some((shape) => shape.isNever);
    this.allowsObject = checked.every((shape) => shape.allowsObject);
    this.allowsArray = checked.every((shape) => shape.allowsArray);
    this.allowsNull = checked.every((shape) => shape.allowsNull || shape.required.length === 0);
    this.dateFormat = dateFormatOf([...every].map(({ format }) => format));
    this.names = new Set(shapes.flatMap((shape) => [...shape.properties.keys(), ...shape.required]));
    this.properties = [...this.names].map((name) => propertyOf(name, shapes, checked));
    this.isClosed = checked.some((shape) => shape.isClosed);
    this.isOpen = !this.isClosed || shapes.some(hasOtherProperties);
    this.lastIndex = Math.max(0, ...shapes.map(({ prefixItems }) => prefixItems.length));
    const isLimited = this.isNever || this.isClosed || !this.allowsObject || !this.allowsArray;
    const isPlain = this.isComplete && this.dateFormat === undefined && this.names.size === 0;
    this.isAny = isPlain && !isLimited && !shapes.some(hasOthers);
  }
}

function propertyOf(name: string, shapes: readonly Shape[], checked: readonly Shape[]): Property {
  const children = childrenOf(name, shapes);
  const defaults = checked.flatMap((shape) => shape.defaults.filter(([of]) => of === name));
  return {
    name,
    label: `${JSON.stringify(name)}:`,
    // A name may be required by one schema and refused by another.
    shapes: children.length === 0 ? [NEVER] : children,
    isRequired: checked.some(({ required }) => required.includes(name)),
    isInherited: name in Object.prototype,
    fallback: defaults.length === 0 ? undefined : JSON.stringify(defaults[0]?.[1]),
    place: undefined,
  };
}

function hasOtherProperties({ patterns, additional, unevaluated }: Shape): boolean {
  return patterns.length > 0 || (additional ?? unevaluated) !== undefined;
}

/** Whether a schema says something about properties or items without a name. */
function hasOthers(shape: Shape): boolean {
  const { prefixItems, items, unevaluatedItems } = shape;
  return hasOtherProperties(shape) || prefixItems.length > 0 || (items ?? unevaluatedItems) !== undefined;
}

/** How a `Date` is written; `undefined` for a date with its time. */
function dateFormatOf(formats: readonly unknown[]): 'date' | 'time' | undefined {
  if (formats.includes('date-time')) return undefined;
  return (['date', 'time'] as const).find((format) => formats.includes(format));
}
