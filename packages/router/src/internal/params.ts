/** @module Hot: builds the params of every match that captures. Bench: `node bench/find.mjs`. */
import type { Params } from '../router-types.ts';
import type { Leaf } from './leaf.ts';

type Values = Record<string, string | string[]>;

// V8: instances of a function whose prototype is a frozen object without a prototype are born in fast
// mode; `Object.create(null)` is born in dictionary mode, so that every `params.id` is a hash lookup.
// proof: test/internal/params.shape.test.ts
const ParamBag = function () {} as unknown as new () => Values;
ParamBag.prototype = Object.freeze(Object.create(null));

/** The params of every match without captures. */
export const NO_PARAMS: Params = Object.freeze(new ParamBag());

/** Decodes a value; called only when it holds a `%`. */
export type Decode = (raw: string) => string;

/** Reads the captures of a match, whose starts and ends are in `slots`, from the path. */
export function readParams<T>(leaf: Leaf<T>, path: string, slots: Int32Array, decode: Decode): Params {
  const { names } = leaf;
  const params = leaf.isIndexed ? indexedBag() : new ParamBag();
  if (leaf.hasLists) {
    readLists(leaf, path, slots, params);
  } else {
    for (let i = 0; i < names.length; i++) {
      params[names[i] as string] = path.slice(slots[2 * i] as number, slots[2 * i + 1] as number);
    }
  }
  if (path.indexOf('%') !== -1) decodeParams(params, names, decode);
  return params;
}

function readLists<T>({ names, lists }: Leaf<T>, path: string, slots: Int32Array, params: Values): void {
  for (let i = 0; i < names.length; i++) {
    const value = path.slice(slots[2 * i] as number, slots[2 * i + 1] as number);
    params[names[i] as string] = lists[i] ? segmentsOf(value) : value;
  }
}

/** A capture called `0` is no property to V8 but an element, which a literal can have from its birth. */
function indexedBag(): Values {
  return { __proto__: null as never, 0: '' };
}

function segmentsOf(value: string): string[] {
  const slash = value.indexOf('/');
  // `split` would cost more than all the rest of a lookup.
  return slash === -1 ? [value] : splitFrom(value, slash);
}

function splitFrom(value: string, firstSlash: number): string[] {
  const segments = [value.slice(0, firstSlash)];
  let start = firstSlash + 1;
  for (let slash = value.indexOf('/', start); slash !== -1; slash = value.indexOf('/', start)) {
    segments.push(value.slice(start, slash));
    start = slash + 1;
  }
  segments.push(value.slice(start));
  return segments;
}

/** Only after all is read from `slots`, for `decode` is foreign code and may look something up itself. */
function decodeParams(params: Values, names: readonly string[], decode: Decode): void {
  for (const name of names) {
    const value = params[name] as string | string[];
    params[name] =
      typeof value === 'string'
        ? decodeValue(value, decode)
        : value.map((segment) => decodeValue(segment, decode));
  }
}

function decodeValue(raw: string, decode: Decode): string {
  return raw.includes('%') ? decode(raw) : raw;
}

/** The default: what is not valid UTF-8 stays as it is. */
export function decodeOrKeep(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
