import type { ChainFunction } from '../../types/application.ts';
import type { RouteOptions, RouteSchema, RouteValidation } from '../../types/route-options.ts';
import type { Path } from '../../types/values.ts';
import type { RouteDialect } from '../dialect.ts';
import { registrationSite } from './call-site.ts';
import { Layer } from './layer.ts';
import { handlerLayer } from './make-layer.ts';
import { ALL } from './methods.ts';
import type { Watcher } from './observe.ts';
import { REQUEST_PARTS } from './route-arguments.ts';

/** A part of a request, or its response. */
export type SchemaPart = keyof RouteSchema;

/** A handler for some parts of a route's schema. */
export interface Validation {
  readonly handler: ChainFunction;
  /** The validator's parts. A handler for the response alone runs before all others, because any of them may respond. */
  readonly parts: readonly SchemaPart[];
}

const NONE: readonly never[] = [];

/** One registration of handlers on a route: its options, and the validations that `onRoute` hooks have added. */
export class RouteEntry {
  readonly methods: readonly string[];
  /** The path of the route, without outer prefixes. */
  readonly path: Path;
  readonly options: RouteOptions;
  readonly registeredAt: string | undefined = registrationSite();
  readonly #watcher: Watcher;
  #serializers: readonly Layer[] = NONE;
  #validations: readonly Layer[] = NONE;
  #checked: readonly SchemaPart[] = NONE;
  #validation: RouteValidation | undefined;

  constructor(methods: readonly string[], path: Path, options: RouteOptions, watcher: Watcher) {
    this.methods = methods;
    this.path = path;
    this.options = options;
    this.#watcher = watcher;
  }

  /** Whether the added validations check all schemas. */
  get isValidated(): boolean {
    return this.#serializers.length + this.#validations.length > 0 && !this.lacksValidation;
  }

  /** Whether a request schema is not checked by any validation. */
  get lacksValidation(): boolean {
    const { schema } = this.options;
    return (
      schema !== undefined &&
      REQUEST_PARTS.some((part) => schema[part] !== undefined && !this.#checked.includes(part))
    );
  }

  /** The layers that prepare the response, before all handlers. */
  get serializers(): readonly Layer[] {
    return this.#serializers;
  }

  /** The layers that run where the options stand. If a schema is not checked, the route only fails. */
  get validations(): readonly Layer[] {
    if (!this.lacksValidation) return this.#validations;
    return [handlerLayer(undefined, () => this.#failUnchecked(), Layer)];
  }

  /** What the validator declared about its error responses, if anything. */
  get validation(): RouteValidation | undefined {
    return this.#validation;
  }

  validateWith(validations: readonly Validation[], about?: RouteValidation): void {
    if (validations.length === 0) return;
    this.#serializers = validations.filter(isForResponse).map(toLayer);
    this.#validations = validations.filter((each) => !isForResponse(each)).map(toLayer);
    this.#checked = validations.flatMap(({ parts }) => parts);
    this.#validation = about;
    this.#watcher.changed();
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

function isForResponse({ parts }: Validation): boolean {
  return parts.length > 0 && parts.every((part) => part === 'response');
}

function toLayer({ handler }: Validation): Layer {
  return handlerLayer(undefined, handler, Layer);
}

const ENTRY: unique symbol = Symbol('entry');
/** On handlers before the options of their registration. */
const IS_EARLY: unique symbol = Symbol('isEarly');

type EntryLayer = Layer & { readonly [ENTRY]?: RouteEntry; readonly [IS_EARLY]?: true };

/** Creates a layer for a handler of a registration. */
export function entryLayer(
  entry: RouteEntry,
  isEarly: boolean,
  method: string | undefined,
  handle: ChainFunction,
  { Layer: Class }: RouteDialect,
): Layer {
  const layer = handlerLayer(method, handle, Class);
  Object.defineProperty(layer, ENTRY, { value: entry });
  if (isEarly) Object.defineProperty(layer, IS_EARLY, { value: true });
  return layer;
}

/** The registration that a layer of a route comes from; `undefined` for a validation. */
export function entryOf(layer: EntryLayer): RouteEntry | undefined {
  return layer[ENTRY];
}

/** The registrations that some layers of a route come from, in order. */
export function entriesOf(layers: readonly EntryLayer[]): Set<RouteEntry> {
  return new Set(layers.flatMap(({ [ENTRY]: entry }) => entry ?? []));
}

/** The layers that run for a method of a route. The `preHandler` hooks run between the two lists. */
export interface ValidatedLayers {
  /** The handlers before the options of the first registration, and then its validation. */
  readonly early: readonly Layer[];
  /** The other handlers, with the validation of each further registration where its options are. */
  readonly handlers: readonly Layer[];
}

/** Adds the validations to handlers of a route. */
export function withValidations(layers: readonly EntryLayer[]): ValidatedLayers {
  const all = layers.some(isChecked) ? addValidations(layers) : layers;
  const first = layers.find(({ [IS_EARLY]: isEarly }) => !isEarly);
  const end = first === undefined ? all.length : all.indexOf(first);
  return { early: all.slice(0, end), handlers: all.slice(end) };
}

function addValidations(layers: readonly EntryLayer[]): readonly Layer[] {
  const seen = new Set<RouteEntry>();
  const validated = new Set<RouteEntry>();
  return layers.flatMap((layer) => {
    const { [ENTRY]: entry, [IS_EARLY]: isEarly } = layer;
    if (entry === undefined) return [layer];
    const serializers = seen.has(entry) ? [] : entry.serializers;
    seen.add(entry);
    if (isEarly || validated.has(entry)) return [...serializers, layer];
    validated.add(entry);
    return [...serializers, ...entry.validations, layer];
  });
}

/** How many handlers run before the first validation of requests; `undefined` without one. */
export function countBeforeValidation(layers: readonly EntryLayer[]): number | undefined {
  const at = layers.findIndex((layer) => !layer[IS_EARLY] && (layer[ENTRY]?.validations.length ?? 0) > 0);
  return at === -1 ? undefined : at;
}

/** Whether two layers have the same function after the same validations and hooks. */
export function haveEqualEffect(one: EntryLayer, other: EntryLayer): boolean {
  return (
    one.handle === other.handle &&
    one[IS_EARLY] === other[IS_EARLY] &&
    (one[ENTRY] === other[ENTRY] || !(isChecked(one) || isChecked(other)))
  );
}

function isChecked({ [ENTRY]: entry }: EntryLayer): boolean {
  return entry !== undefined && entry.serializers.length + entry.validations.length > 0;
}
