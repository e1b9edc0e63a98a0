import type { ExpressVersion } from '@nextpress/core';
import type { ServerLayer } from '../../types/application.ts';
import type { RouteOptions, RouteSchema, RouteValidation } from '../../types/route-options.ts';
import type { Path } from '../../types/values.ts';
import { registrationPlace } from './caller-place.ts';
import type { Layer } from './layer.ts';
import { handlerLayer } from './make-layer.ts';
import { ALL } from './methods.ts';
import { REQUEST_PARTS } from './route-arguments.ts';

/** A part of a request, or its response. */
export type SchemaPart = keyof RouteSchema;

/** A handler that checks parts of requests against their schemas. */
export interface Validation {
  readonly handler: ServerLayer;
  /** Those that it checks together with the other handlers of its hook. */
  readonly parts: readonly SchemaPart[];
}

/** One registration of handlers on a route: its options, and the validations that `onRoute` hooks have added. */
export class RouteEntry {
  readonly methods: readonly string[];
  /** The path of the route, without the prefixes outside. */
  readonly path: Path;
  readonly options: RouteOptions;
  readonly registeredAt: string | undefined = registrationPlace();
  readonly #onChange: () => void;
  #validations: readonly Layer[] = [];
  #checked: readonly SchemaPart[] = [];
  #validation: RouteValidation | undefined;

  constructor(methods: readonly string[], path: Path, options: RouteOptions, onChange: () => void) {
    this.methods = methods;
    this.path = path;
    this.options = options;
    this.#onChange = onChange;
  }

  /** Whether validations have been added, and check all schemas. */
  get isValidated(): boolean {
    return this.#validations.length > 0 && !this.lacksValidation;
  }

  /** Whether there are schemas for requests that nothing checks. */
  get lacksValidation(): boolean {
    const { schema } = this.options;
    return (
      schema !== undefined &&
      REQUEST_PARTS.some((part) => schema[part] !== undefined && !this.#checked.includes(part))
    );
  }

  /** The layers before the handlers. Without its validation the route only fails. */
  get validations(): readonly Layer[] {
    if (!this.lacksValidation) return this.#validations;
    return [handlerLayer(undefined, () => this.#failUnchecked())];
  }

  /** The validator that responds to invalid requests, as far as it has said so. */
  get validation(): RouteValidation | undefined {
    return this.#validation;
  }

  validateWith(validations: readonly Validation[], about?: RouteValidation): void {
    if (validations.length === 0) return;
    this.#validations = validations.map(({ handler }) => handlerLayer(undefined, handler));
    this.#checked = validations.flatMap(({ parts }) => parts);
    this.#validation = about;
    this.#onChange();
  }

  /** Describes the registration with its full path, such as `POST /users/:id`. */
  describe(path: Path): string {
    return `${this.methods.map((method) => (method === ALL ? 'ALL' : method)).join(', ')} ${String(path)}`;
  }

  #failUnchecked(): never {
    throw new Error(
      `Missing validator for ${this.describe(this.path)}: its schema is not checked until its router is mounted, ` +
        'with app.use(path, router), in an application with the plugin of @nextpress/validate',
    );
  }
}

const ENTRY: unique symbol = Symbol('entry');

type EntryLayer = Layer & { readonly [ENTRY]?: RouteEntry };

/** Makes a layer for a handler of a registration. */
export function entryLayer(
  entry: RouteEntry,
  method: string | undefined,
  handle: ServerLayer,
  version: ExpressVersion | undefined,
): Layer {
  return Object.defineProperty(handlerLayer(method, handle, version), ENTRY, { value: entry });
}

/** The registration that a layer of a route comes from; `undefined` for a validation. */
export function entryOf(layer: EntryLayer): RouteEntry | undefined {
  return layer[ENTRY];
}

/** The registrations that some layers of a route come from, in order. */
export function entriesOf(layers: readonly EntryLayer[]): Set<RouteEntry> {
  return new Set(layers.flatMap(({ [ENTRY]: entry }) => entry ?? []));
}

/** The layers that run for a method of a route. */
export interface ValidatedLayers {
  /** The validations of the first registration. */
  readonly validations: readonly Layer[];
  /** The handlers, with the validations of each further registration before its first handler. */
  readonly handlers: readonly Layer[];
}

/** Adds the validations to handlers of a route. */
export function withValidations(layers: readonly EntryLayer[]): ValidatedLayers {
  const [first] = layers;
  const before = first?.[ENTRY];
  const seen = new Set([before]);
  const handlers = layers.flatMap((layer) => {
    const { [ENTRY]: entry } = layer;
    if (entry === undefined || seen.has(entry)) return [layer];
    seen.add(entry);
    return [...entry.validations, layer];
  });
  return { validations: before?.validations ?? [], handlers };
}

/** Whether two layers have the same function after the same validations. */
export function haveEqualEffect(one: EntryLayer, other: EntryLayer): boolean {
  return (
    one.handle === other.handle && (one[ENTRY] === other[ENTRY] || !(isChecked(one) || isChecked(other)))
  );
}

function isChecked({ [ENTRY]: entry }: EntryLayer): boolean {
  return entry !== undefined && entry.validations.length > 0;
}
