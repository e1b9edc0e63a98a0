/** @module Chooses component names, independent of the order in which routes use them. */

/** A schema that becomes a component. */
export interface NamedSchema {
  /** Candidates, in order of preference. */
  readonly names: readonly string[];
  /** `Input` or `Output`, if the library converts the schema differently for requests and responses. */
  readonly suffix: string;
  /** Equal for schemas that become the same component. */
  readonly signature: string;
}

/** Schemas with the same name and signature. */
interface Variant<Schema> {
  readonly signature: string;
  readonly schemas: Schema[];
}

/**
 * Chooses a name for each schema. Among different schemas with the same name, those used in requests come first, and
 * then content decides, not the order of use. The first schema gets the name.
 */
export function chooseNames<Schema extends NamedSchema>(
  schemas: readonly Schema[],
  reserved: ReadonlySet<string>,
): Map<Schema, string> {
  const chosen = new Map<Schema, string>();
  const taken = new Set(reserved);
  const choose = ({ schemas: same }: Variant<Schema>, name: string): void => {
    taken.add(name);
    for (const schema of same) chosen.set(schema, name);
  };
  const later: Variant<Schema>[] = [];
  for (const [name, variants] of variantsByName(schemas)) {
    const [first, ...others] = variants as [Variant<Schema>, ...Variant<Schema>[]];
    if (taken.has(name)) later.push(first);
    else choose(first, name);
    later.push(...others);
  }
  for (const variant of later) {
    const [{ names, suffix }] = variant.schemas as [Schema];
    choose(
      variant,
      freeName([...names, ...names.map((name) => name + suffix)], (name) => !taken.has(name)),
    );
  }
  return chosen;
}

/** Returns the first free name. If all are taken, adds a number to the first one. */
export function freeName(names: readonly string[], isFree: (name: string) => boolean): string {
  const valid = names.map(validName);
  const found = valid.find(isFree);
  if (found !== undefined) return found;
  for (let number = 2; ; number++) {
    const numbered = `${valid[0] ?? 'Schema'}${number}`;
    if (isFree(numbered)) return numbered;
  }
}

function variantsByName<Schema extends NamedSchema>(
  schemas: readonly Schema[],
): (readonly [string, Variant<Schema>[]])[] {
  const byName = new Map<string, Map<string, Variant<Schema>>>();
  for (const schema of schemas) {
    const name = validName(schema.names[0] ?? '');
    const variants = byName.get(name) ?? new Map<string, Variant<Schema>>();
    byName.set(name, variants);
    const variant = variants.get(schema.signature) ?? { signature: schema.signature, schemas: [] };
    variants.set(schema.signature, variant);
    variant.schemas.push(schema);
  }
  return [...byName]
    .sort(([one], [other]) => compare(one, other))
    .map(([name, variants]) => [name, [...variants.values()].sort(compareVariants)]);
}

function compareVariants(one: Variant<NamedSchema>, other: Variant<NamedSchema>): number {
  return Number(isOfResponses(one)) - Number(isOfResponses(other)) || compare(one.signature, other.signature);
}

function isOfResponses({ schemas }: Variant<NamedSchema>): boolean {
  return schemas.every(({ suffix }) => suffix === 'Output');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function validName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '_') || 'Schema';
}
