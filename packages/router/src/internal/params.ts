/** @module Hot: builds the params of a match. */
import type { Params } from '../router-types.ts';
import type { Leaf } from './leaf.ts';

interface ParamsConstructor {
  new (): Record<string, string | string[]>;
}

export const ParamBag = function () {} as unknown as ParamsConstructor;
Object.defineProperty(ParamBag, 'prototype', { value: Object.freeze(Object.create(null)) });

/** The params of every match without captures. */
export const NO_PARAMS: Params = Object.freeze(new ParamBag());

/** Decodes a value; called only when it holds a `%`. */
export type Decode = (raw: string) => string;

/** Reads the captures of a match from the path. */
export function readParams<T>(leaf: Leaf<T>, path: string, slots: Int32Array, decode: Decode): Params {
  const { names, lists } = leaf;
  if (names.length === 0) return NO_PARAMS;
  const params = new ParamBag();
  for (let i = 0; i < names.length; i++) {
    const raw = path.slice(slots[2 * i] as number, slots[2 * i + 1] as number);
    params[names[i] as string] = lists[i]
      ? raw.split('/').map((segment) => decoded(segment, decode))
      : decoded(raw, decode);
  }
  return params;
}

function decoded(raw: string, decode: Decode): string {
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
