/** @module Hot: combines all schemas that apply to one value. Conversion, the check for unknown keys and the JSON writer follow an outline. */

import {
  type AcceptedTypes,
  ANY,
  acceptedTypes,
  collect,
  itemShapes,
  type Kind,
  NEVER,
  propertyShapes,
  type Shape,
  textShapes,
  unite,
} from './shape.ts';

/**
 * Which schemas count: those that always apply, those found to apply to the value, or all of them without looking at it (`texts`
 * for conversion).
 */
export type Scope = 'always' | 'found' | 'every' | 'texts';

/** Maximum number of kept outlines. Clients can choose among millions of combinations of alternatives; the rest are created on each use. */
const MAX_OUTLINES = 1_000;

/** The `default` of a property. */
interface Fallback {
  readonly value: unknown;
  /** Created for the first response without the property. */
  text?: string | undefined;
}

/** A property that a schema declares or requires. */
export interface Property {
  readonly name: string;
  /** The quoted name with a colon. */
  readonly label: string;
  readonly shapes: readonly Shape[];
  readonly isRequired: boolean;
  /** Whether every object inherits a property of this name. */
  readonly isInherited: boolean;
  readonly fallback: Fallback | undefined;
  /** Created for the first value, because schemas may be recursive. */
  outline: Outline | undefined;
}

/** The combined schemas for one value. */
export class Outline {
  readonly scope: Scope;
  /** Whether the outline is kept for the next value with the same schemas. */
  readonly isKept: boolean;
  /** Whether no conditional schemas are left to check. */
  readonly isComplete: boolean;
  /** Whether every value is allowed and sent unchanged. */
  readonly isAny: boolean;
  readonly isNever: boolean;
  readonly allowsObject: boolean;
  readonly allowsArray: boolean;
  readonly allowsNull: boolean;
  readonly dateFormat: 'date' | 'time' | undefined;
  /** The types that some schema accepts; `undefined` if strings are never converted. */
  readonly types: AcceptedTypes | undefined;
  readonly properties: readonly Property[];
  readonly defaults: readonly Property[];
  /** The properties that every value must have. */
  readonly required: readonly string[];
  /** Whether undeclared properties are left out. */
  readonly isClosed: boolean;
  /** Whether there may be properties besides those in `properties`. */
  readonly isOpen: boolean;
  readonly #shapes: readonly Shape[];
  readonly #outlines: Outlines;
  readonly #byName: ReadonlyMap<string, Property>;
  /** Whether a schema constrains undeclared properties. */
  readonly hasOthers: boolean;
  /** The outline of all properties that no schema mentions. */
  #rest: Outline | undefined;
  readonly #items: Outline[] = [];
  /** From this index on, all items share the same schemas. */
  readonly #lastIndex: number;

  constructor(given: readonly Shape[], scope: Scope, outlines: Outlines, isKept: boolean) {
    const always = collect(given);
    const every = collect(given, () => true);
    const shapes = scope === 'found' ? given : scope === 'always' ? always : every;
    const checked = scope === 'every' || scope === 'texts' ? [] : shapes;
    this.#shapes = shapes;
    this.#outlines = outlines;
    this.scope = scope;
    this.isKept = isKept;
    this.isComplete = scope !== 'always' || !always.some((shape) => shape.hasConditions);
    this.isNever = checked.some((shape) => shape.isNever);
    this.allowsObject = checked.every((shape) => shape.allows('object'));
    this.allowsArray = checked.every((shape) => shape.allows('array'));
    this.allowsNull = checked.every((shape) => shape.allows('null') || shape.required.length === 0);
    this.dateFormat = dateFormatOf(every.map(({ format }) => format));
    this.types = scope === 'texts' ? otherTypes(given) : undefined;
    const names = new Set(
      shapes.flatMap(({ properties, required }) => [
        ...properties.keys(),
        ...(scope === 'texts' ? [] : required),
      ]),
    );
    this.properties = [...names].map((name) => propertyOf(name, this.#shapesOf(name), checked));
    this.#byName = new Map(this.properties.map((property) => [property.name, property]));
    this.defaults = this.properties.filter(({ fallback }) => fallback !== undefined);
    this.required = given.length === 1 ? always.flatMap((shape) => shape.required) : [];
    this.isClosed = checked.some((shape) => shape.isClosed);
    this.hasOthers = shapes.some((shape) => shape.hasOtherProperties);
    this.isOpen = !this.isClosed || this.hasOthers;
    this.#lastIndex = Math.max(0, ...shapes.map(({ prefixItems }) => prefixItems.length));
    const isLimited = this.isNever || this.isClosed || !this.allowsObject || !this.allowsArray;
    const isPlain = this.isComplete && this.dateFormat === undefined && names.size === 0;
    this.isAny = isPlain && !isLimited && !this.hasOthers && !shapes.some((shape) => shape.hasItems);
  }

  /** Returns the outline of a property; `undefined` if it is unknown. */
  property(name: string): Outline | undefined {
    const property = this.#byName.get(name);
    if (property !== undefined) return this.declared(property);
    const shapes = this.hasOthers ? this.#shapesOf(name) : [];
    if (shapes.length > 0) return this.#inner(shapes, this.#outlines.hasRoom);
    if (this.isClosed) return undefined;
    this.#rest ??= this.#inner([]);
    return this.#rest;
  }

  declared(property: Property): Outline {
    property.outline ??= this.#inner(property.shapes);
    return property.outline;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  item(index: number): Outline {
    const at = Math.min(index, this.#lastIndex);
    this.#items[at] ??= this.#inner(this.#itemShapes(at));
    return this.#items[at];
  }

  /** Returns the outline with the alternatives that apply to a value. */
  found(value: unknown): Outline {
    if (this.isComplete) return this;
    return this.#outlines.of(
      collect(this.#shapes, ({ applies }) => applies(value) === true),
      'found',
      this.isKept && this.#outlines.hasRoom,
    );
  }

  /** Returns the outline that does not look at the value. */
  unchecked(): Outline {
    return this.#outlines.of(this.#shapes, 'every', this.isKept);
  }

  /** Whether a schema always rejects a property. */
  refuses(name: string): boolean {
    return this.#shapes.some((shape) => shape.refuses(name));
  }

  accepts(kind: Kind): boolean {
    return this.types?.kinds.has(kind) === true;
  }

  #shapesOf(name: string): readonly Shape[] {
    return (this.scope === 'texts' ? textShapes : propertyShapes)(name, this.#shapes);
  }

  #itemShapes(index: number): readonly Shape[] {
    const shapes = itemShapes(index, this.#shapes);
    return this.scope === 'texts' ? shapes.filter((shape) => shape !== ANY) : shapes;
  }

  /**
   * Returns the outline of a nested value. Where nothing is checked, nothing nested is checked either.
   *
   * @param hasRoom - pass `true` where the value does not select the schemas
   */
  #inner(shapes: readonly Shape[], hasRoom = true): Outline {
    return this.#outlines.of(shapes, this.scope === 'found' ? 'always' : this.scope, this.isKept && hasRoom);
  }
}

/** The outlines of one schema. */
export class Outlines {
  readonly #known: Map<string, Outline> = new Map();
  readonly #ids: Map<Shape, number> = new Map();

  /** Whether outlines that values select can still be kept. */
  get hasRoom(): boolean {
    return this.#known.size < MAX_OUTLINES;
  }

  of(given: readonly Shape[], scope: Scope, isKept = true): Outline {
    // Several schemas may share a shape.
    const shapes = [...new Set(given)];
    const key = `${scope}:${shapes.map((shape) => this.#idOf(shape)).join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const outline = new Outline(shapes, scope, this, isKept);
    if (isKept) this.#known.set(key, outline);
    return outline;
  }

  #idOf(shape: Shape): number {
    const known = this.#ids.get(shape);
    if (known !== undefined) return known;
    this.#ids.set(shape, this.#ids.size);
    return this.#ids.size - 1;
  }
}

function propertyOf(name: string, children: readonly Shape[], checked: readonly Shape[]): Property {
  const [fallback] = checked.flatMap(({ defaults }) => defaults.filter(([of]) => of === name));
  return {
    name,
    label: `${JSON.stringify(name)}:`,
    // One schema may require a name that another rejects.
    shapes: children.length === 0 ? [NEVER] : children,
    isRequired: checked.some(({ required }) => required.includes(name)),
    isInherited: name in Object.prototype,
    fallback: fallback && { value: fallback[1] },
    outline: undefined,
  };
}

/** The types that some schema accepts; `undefined` if strings are never converted. Schemas that do not limit types are ignored. */
function otherTypes(shapes: readonly Shape[]): AcceptedTypes | undefined {
  const types = unite(shapes.map((shape) => acceptedTypes(shape)).filter((each) => each !== undefined));
  const isOther = (kind: Kind): boolean => kind !== 'string' && kind !== 'null';
  return types !== undefined && [...types.kinds].some(isOther) ? types : undefined;
}

/** How a `Date` is written; `undefined` for date and time. */
function dateFormatOf(formats: readonly unknown[]): 'date' | 'time' | undefined {
  if (formats.includes('date-time')) return undefined;
  return (['date', 'time'] as const).find((format) => formats.includes(format));
}
