/** @module URIs of schemas. */

import { escapeSegment } from './json-pointer.ts';
import type { JsonSchema } from './json-schema.ts';

/** Resolves a reference. A base that is relative itself only gets fragments. */
export function resolveUri(ref: string, base: string): string {
  try {
    return new URL(ref, base).href;
  } catch {
    return ref.startsWith('#') ? `${withoutFragment(base)}${ref}` : ref;
  }
}

export function withoutFragment(uri: string): string {
  const [base] = uri.split('#') as [string];
  return base;
}

/** The base of references in a schema. */
export function baseOf(schema: JsonSchema, base: string): string {
  const { $id } = Object(schema);
  return typeof $id === 'string' ? withoutFragment(resolveUri($id, base)) : base;
}

/** The URI of a part of a schema. */
export function partUri(uri: string, ...names: readonly string[]): string {
  return `${uri}${names.map((name) => `/${encodeURIComponent(escapeSegment(name))}`).join('')}`;
}
