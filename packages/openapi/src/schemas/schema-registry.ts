import type { JsonSchema } from '../document-types.ts';
import { isSchemaObject, mapSubschemas, type SchemaObject, subschemasOf } from './subschemas.ts';
import { upgradeKeywords } from './upgrade-keywords.ts';

/** A schema that references can name: a whole one, a definition, or one with `$id`. */
interface Target {
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

/**
 * Collects the schemas of a document: resolves their references, and moves what is shared (definitions and schemas with `$id`)
 * to `components.schemas`.
 */
export class SchemaRegistry {
  readonly #byUri = new Map<string, SchemaScope>();
  readonly #components = new Map<string, { readonly signature: string; content: JsonSchema }>();
  readonly #nameOf = new Map<Target, string>();
  readonly #warn: (message: string) => void;

  constructor(reserved: readonly string[], warn: (message: string) => void) {
    for (const name of reserved) this.#components.set(name, { signature: '', content: true });
    this.#reserved = new Set(reserved);
    this.#warn = warn;
  }

  readonly #reserved: ReadonlySet<string>;

  /** Makes the identifiers in a schema known to the references of all others. @param names - for a component, best first */
  add(schema: SchemaObject, names: readonly string[], suffix = ''): ScopedSchema {
    const scope = newScope(schema, names, '', suffix);
    return { schema, scope: this.#scan(schema, scope) };
  }

  /** The schema in OpenAPI's form, or a reference to its component. */
  write({ schema, scope }: ScopedSchema): JsonSchema {
    const target = scope.targets.get(schema);
    if (target !== undefined && '$id' in schema) return { $ref: this.#refTo(target) };
    return this.#convert(schema, scope);
  }

  /** Follows references of the schema itself, for callers that read its properties. */
  follow(scoped: ScopedSchema): ScopedSchema {
    let current = scoped;
    for (let steps = 0; steps < 100; steps++) {
      const { $ref } = current.schema;
      const found = typeof $ref === 'string' ? this.#find($ref, current.scope) : undefined;
      if (found === undefined || !isSchemaObject(found.schema)) return current;
      current = { schema: found.schema, scope: found.scope };
    }
    return current;
  }

  /** What a subschema refers to: it may have an identifier of its own. */
  inside(schema: SchemaObject, scope: SchemaScope): ScopedSchema {
    return { schema, scope: this.#scopeOf(schema, scope) };
  }

  /** The content of `components.schemas`, in the order of first use. */
  components(): Record<string, JsonSchema> {
    const entries = [...this.#components].filter(([name]) => !this.#reserved.has(name));
    return Object.fromEntries(entries.map(([name, { content }]) => [name, content]));
  }

  /** Records what references can name, and returns the scope of the schema. */
  #scan(schema: SchemaObject, outer: SchemaScope): SchemaScope {
    const scope = this.#ownScope(schema, outer);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = schema[keyword];
      if (typeof anchor === 'string') scope.anchors.set(anchor, schema);
    }
    for (const [keyword, value] of Object.entries(schema)) {
      for (const [key, inner] of subschemasOf(keyword, value)) {
        if ((keyword === '$defs' || keyword === 'definitions') && !scope.targets.has(inner)) {
          scope.targets.set(inner, { schema: inner, names: [key], scope });
        }
        this.#scan(inner, scope);
      }
    }
    return scope;
  }

  #ownScope(schema: SchemaObject, outer: SchemaScope): SchemaScope {
    const { $id } = schema;
    if (typeof $id !== 'string') return outer;
    if ($id.startsWith('#')) {
      // An anchor, in draft 7.
      outer.anchors.set($id.slice(1), schema);
      outer.targets.set(schema, { schema, names: [$id.slice(1)], scope: outer });
      return outer;
    }
    const uri = resolveUri($id.replace(/#$/, ''), outer.uri);
    const known = this.#byUri.get(uri);
    const scope = known?.root === schema ? known : newScope(schema, [nameOfUri(uri)], uri, outer.suffix);
    outer.targets.set(schema, scope.targets.get(schema) as Target);
    if (known === undefined) this.#byUri.set(uri, scope);
    else if (JSON.stringify(known.root) !== JSON.stringify(schema)) {
      this.#warn(
        `Duplicate schema $id ${uri}: expected equal schemas, got different ones. References use the first`,
      );
    }
    return scope;
  }

  #scopeOf(schema: SchemaObject, outer: SchemaScope): SchemaScope {
    return outer.targets.get(schema)?.scope ?? outer;
  }

  /** @returns the schema, and the component it is in with the pointer from there */
  #find(
    ref: string,
    from: SchemaScope,
  ): { schema: unknown; scope: SchemaScope; target: Target; rest: string[] } | undefined {
    const [uri = '', fragment = ''] = ref.split('#', 2);
    const scope = uri === '' ? from : this.#byUri.get(resolveUri(uri, from.uri));
    if (scope === undefined) return undefined;
    const anchored = fragment === '' ? scope.root : scope.anchors.get(decode(fragment));
    const tokens = fragment.startsWith('/') ? fragment.slice(1).split('/').map(unescapeToken) : [];
    let schema: unknown = fragment.startsWith('/') ? scope.root : anchored;
    if (!isSchemaObject(schema)) return undefined;
    let inner = scope;
    let target = inner.targets.get(schema) ?? (inner.targets.get(scope.root) as Target);
    if (!inner.targets.has(schema)) {
      target = { schema, names: [fragment], scope: inner };
      inner.targets.set(schema, target);
    }
    let rest: string[] = [];
    for (const token of tokens) {
      if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, token)) return undefined;
      rest.push(upgradedToken(schema, token));
      schema = (schema as Record<string, unknown>)[token];
      const next = isSchemaObject(schema) ? inner.targets.get(schema) : undefined;
      if (next === undefined) continue;
      target = next;
      inner = next.scope;
      rest = [];
    }
    return { schema, scope: inner, target, rest };
  }

  #convert(schema: SchemaObject, scope: SchemaScope): JsonSchema {
    const { $dynamicRef, $ref = $dynamicRef, ...others } = upgradeKeywords(schema);
    const converted = Object.fromEntries(
      Object.entries(others).map(([keyword, value]) => [
        keyword,
        mapSubschemas(keyword, value, (inner) =>
          this.write({ schema: inner, scope: this.#scopeOf(inner, scope) }),
        ),
      ]),
    );
    if (typeof $ref !== 'string') return converted;
    const ref = this.#convertRef($ref, scope);
    if (ref === false) return false;
    return ref === true ? converted : { $ref: ref, ...converted };
  }

  /** @returns the reference, or the schema if it is a boolean; an unknown one allows any value */
  #convertRef(ref: string, scope: SchemaScope): string | boolean {
    const found = this.#find(ref, scope);
    if (typeof found?.schema === 'boolean') return found.schema;
    if (found !== undefined) return [this.#refTo(found.target), ...found.rest.map(escapeToken)].join('/');
    const component = /^#\/components\/schemas\/([^/]+)/.exec(ref)?.[1];
    if (component !== undefined && this.#reserved.has(component)) return ref;
    this.#warn(`Unknown $ref "${ref}": expected a definition in the same schema, or the $id of another one`);
    return true;
  }

  #refTo(target: Target): string {
    return `#/components/schemas/${this.#nameOf.get(target) ?? this.#addComponent(target)}`;
  }

  #addComponent(target: Target): string {
    const signature = this.#signatureOf(target);
    const suffixed = target.names.map((name) => name + target.scope.suffix);
    const name = freeName([...target.names, ...suffixed], (candidate) => {
      const existing = this.#components.get(candidate);
      return existing === undefined || existing.signature === signature;
    });
    this.#nameOf.set(target, name);
    if (this.#components.has(name)) return name;
    // Before the content, which may refer to itself.
    const component: { signature: string; content: JsonSchema } = { signature, content: true };
    this.#components.set(name, component);
    component.content = this.#convert(target.schema, target.scope);
    return name;
  }

  /** Two schemas of the same name are one component if they and everything they refer to are equal. */
  #signatureOf(target: Target): string {
    const reached = new Set<Target>([target]);
    for (const each of reached) {
      for (const [ref, scope] of this.#refsIn(each.schema, each.scope)) {
        const found = this.#find(ref, scope)?.target;
        if (found !== undefined) reached.add(found);
      }
    }
    return JSON.stringify([...reached].map(({ names, schema }) => [names[0], schema]));
  }

  #refsIn(schema: SchemaObject, scope: SchemaScope): [ref: string, scope: SchemaScope][] {
    const ref = schema.$ref ?? schema.$dynamicRef;
    const own: [string, SchemaScope][] = typeof ref === 'string' ? [[ref, scope]] : [];
    const inner = Object.entries(schema)
      .flatMap(([keyword, value]) => subschemasOf(keyword, value))
      .flatMap(([, each]) => this.#refsIn(each, this.#scopeOf(each, scope)));
    return [...own, ...inner];
  }
}

function newScope(root: SchemaObject, names: readonly string[], uri: string, suffix: string): SchemaScope {
  const scope: SchemaScope = { uri, root, suffix, targets: new Map(), anchors: new Map() };
  scope.targets.set(root, { schema: root, names, scope });
  return scope;
}

/** The first name that is free; the best one gets a number. */
function freeName(names: readonly string[], isFree: (name: string) => boolean): string {
  const valid = names.map((name) => name.replace(/[^A-Za-z0-9._-]+/g, '_') || 'Schema');
  const found = valid.find(isFree);
  if (found !== undefined) return found;
  for (let number = 2; ; number++) {
    const numbered = `${valid[0] ?? 'Schema'}${number}`;
    if (isFree(numbered)) return numbered;
  }
}

function resolveUri(uri: string, base: string): string {
  if (URL.canParse(uri)) return uri;
  return URL.canParse(uri, base) ? new URL(uri, base).href : uri;
}

/** `https://api.example/schemas/payment.json` and `urn:schemas:payment` are named `payment`. */
function nameOfUri(uri: string): string {
  const last = uri.split(/[/:]/).findLast((part) => part !== '') ?? '';
  return last.replace(/(?:\.schema)?\.json$/, '');
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function unescapeToken(token: string): string {
  return decode(token).replaceAll('~1', '/').replaceAll('~0', '~');
}

function escapeToken(token: string): string {
  return encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The keyword under which the converted schema has what the pointer names. */
function upgradedToken(schema: object, token: string): string {
  const { items } = schema as { items?: unknown };
  if (!Array.isArray(items)) return token;
  return token === 'items' ? 'prefixItems' : token === 'additionalItems' ? 'items' : token;
}
