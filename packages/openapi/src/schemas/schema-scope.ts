/** @module What the references in a schema can name. */

import type { SchemaObject } from './subschemas.ts';

/** A schema that references can name: a whole one, a definition, or one with `$id`. */
export interface Target {
  readonly schema: SchemaObject;
  readonly names: readonly string[];
  readonly scope: SchemaScope;
}

/** A schema with an identifier of its own, or a whole one: what a reference such as `#/$defs/x` starts from. */
export interface SchemaScope {
  readonly uri: string;
  readonly root: SchemaObject;
  /** Distinguishes what a library converts differently for requests and for responses. */
  readonly suffix: string;
  /** By object, because a pointer and an anchor can lead to the same schema. */
  readonly targets: Map<SchemaObject, Target>;
  readonly anchors: Map<string, SchemaObject>;
}

/** A schema with what its references refer to. */
export interface ScopedSchema {
  readonly schema: SchemaObject;
  readonly scope: SchemaScope;
}

export function newScope(
  root: SchemaObject,
  names: readonly string[],
  uri: string,
  suffix: string,
): SchemaScope {
  const scope: SchemaScope = { uri, root, suffix, targets: new Map(), anchors: new Map() };
  scope.targets.set(root, { schema: root, names, scope });
  return scope;
}
