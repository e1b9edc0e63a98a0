/** @module What references in a schema can target. */

import type { SchemaObject } from './subschemas.ts';

/** A schema that references can target: a root, a definition, or one with `$id`. */
export interface Target {
  readonly schema: SchemaObject;
  readonly names: readonly string[];
  readonly scope: SchemaScope;
}

/** A schema with its own identifier, or a root: the base of references such as `#/$defs/x`. */
export interface SchemaScope {
  readonly uri: string;
  readonly root: SchemaObject;
  /** Distinguishes schemas that a library converts differently for requests and responses. */
  readonly suffix: string;
  /** Keyed by object, because a pointer and an anchor can lead to the same schema. */
  readonly targets: Map<SchemaObject, Target>;
  readonly anchors: Map<string, SchemaObject>;
}

/** A schema with the scope of its references. */
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
