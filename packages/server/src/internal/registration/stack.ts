import type { Layer as ChainLayer } from '@nextpress/middleware';
import type { Request, Response } from '../../messages.ts';
import type { Layer } from './layer.ts';
import { observe } from './observe.ts';

/** Where applications and routers keep their pipeline. */
export const PIPELINE: unique symbol = Symbol('pipeline');

/** A function as the chains run it: a handler, middleware, a whole application. */
export type ServerLayer = ChainLayer<Request, Response>;

/**
 * The layers of a router or a route in the order of their registration, which decides what runs. Any change to the list or
 * to one of its layers is reported.
 */
export function createStack<Kind extends Layer>(
  isKind: (value: unknown) => value is Kind,
  changed: () => void,
  layers: readonly Layer[] = [],
): Kind[] {
  const check = (value: unknown): void => {
    if (isKind(value)) return;
    throw new TypeError(
      `Invalid layer: expected one that use(), route() or a method such as get() has made, got ${typeof value}`,
    );
  };
  layers.forEach(check);
  return observe([...(layers as readonly Kind[])], changed, check);
}
