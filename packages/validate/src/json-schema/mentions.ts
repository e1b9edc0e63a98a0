/** @module Cold: finds names in schemas that need another way of compiling them. */

/** Names that every object inherits, so that ajv would take them for present. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** What one or several schemas mention anywhere. */
export interface Mentions {
  /** Whether there is a name that every object inherits. */
  readonly ownProperties: boolean;
  readonly mentionsDefault: boolean;
  /** Keywords that start with `x-`. */
  readonly extensions: ReadonlySet<string>;
}

/** Finds the names in a schema, or in a list of schemas. */
export function mentionsOf(schema: object): Mentions {
  const extensions = new Set<string>();
  const seen = new Set<object>();
  let ownProperties = false;
  let mentionsDefault = false;
  const pending: object[] = [schema];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    for (const [name, content] of Object.entries(value)) {
      ownProperties ||= INHERITED.has(name) || INHERITED.has(content);
      mentionsDefault ||= name === 'default';
      if (name.startsWith('x-')) extensions.add(name);
      if (typeof content === 'object' && content !== null) pending.push(content);
    }
  }
  return { ownProperties, mentionsDefault, extensions };
}

/** What two schemas mention together. */
export function unite(one: Mentions, other: Mentions): Mentions {
  return {
    ownProperties: one.ownProperties || other.ownProperties,
    mentionsDefault: one.mentionsDefault || other.mentionsDefault,
    extensions: new Set([...one.extensions, ...other.extensions]),
  };
}
