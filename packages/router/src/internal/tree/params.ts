/** @module Hot: creates the params of every match. Bench: `npm run bench -- router`. */
import type { Params } from '../../router-types.ts';
import type { Decode } from '../pattern/matching-options.ts';
import type { Leaf } from './leaf.ts';

type Values = Record<string, string | string[]>;

// V8: instances of a function with a frozen, prototype-less prototype start in fast mode; `Object.create(null)` starts
// in dictionary mode, in which every `params.id` is a hash lookup.
// proof: test/internal/params.shape.test.ts
// Consoles print the constructor's name, which for Express's params is Object.
const { Object: ParamBag } = { Object: function () {} as unknown as new () => Values };
ParamBag.prototype = Object.freeze(Object.create(null));

/** The params of every match without captures. */
export const NO_PARAMS: Params = Object.freeze(new ParamBag());

/** Reads a match's captures from the path; `slots` has the start and end of each. */
export function readParams<T>(leaf: Leaf<T>, path: string, slots: Int32Array, decode: Decode): Params {
  const name = leaf.onlyName;
  if (leaf.names.length === 0) return NO_PARAMS;
  if (name === '') return readSeveral(leaf, path, slots, decode);
  const raw = path.slice(slots[0] as number, slots[1] as number);
  const value = leaf.hasLists ? decodedSegments(raw, decode) : decoded(raw, decode);
  // Measured: a literal that has the property `0` from the start is made faster than a bag that gets one.
  if (leaf.isIndexed) return { __proto__: null as never, 0: value };
  const params = new ParamBag();
  params[name] = value;
  return params;
}

function decoded(value: string, decode: Decode): string {
  return value.indexOf('%') === -1 ? value : decode(value);
}

function readSeveral<T>(leaf: Leaf<T>, path: string, slots: Int32Array, decode: Decode): Params {
  const { names } = leaf;
  const params: Values = leaf.isIndexed ? { __proto__: null as never, 0: '' } : new ParamBag();
  for (let i = 0; i < names.length; i++) {
    params[names[i] as string] = path.slice(slots[2 * i] as number, slots[2 * i + 1] as number);
  }
  // After reading all `slots`, because the application's `decode` may match another path.
  if (leaf.hasLists || path.indexOf('%') !== -1) decodeParams(leaf, params, decode);
  return params;
}

function decodeParams<T>({ names, lists }: Leaf<T>, params: Values, decode: Decode): void {
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const raw = params[name] as string;
    if (lists[i]) params[name] = decodedSegments(raw, decode);
    else if (raw.indexOf('%') !== -1) params[name] = decode(raw);
  }
}

function decodedSegments(raw: string, decode: Decode): string[] {
  const slash = raw.indexOf('/');
  // `split` would take longer than the whole lookup.
  const segments = slash === -1 ? [raw] : segmentsFrom(raw, slash);
  if (raw.indexOf('%') !== -1) decodeAll(segments, decode);
  return segments;
}

function decodeAll(segments: string[], decode: Decode): void {
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i] as string;
    if (segment.indexOf('%') !== -1) segments[i] = decode(segment);
  }
}

function segmentsFrom(raw: string, firstSlash: number): string[] {
  const segments = [raw.slice(0, firstSlash)];
  let start = firstSlash + 1;
  for (let slash = raw.indexOf('/', start); slash !== -1; slash = raw.indexOf('/', start)) {
    segments.push(raw.slice(start, slash));
    start = slash + 1;
  }
  segments.push(raw.slice(start));
  return segments;
}
