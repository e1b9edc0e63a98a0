import type { JsonSchema } from '../document-types.ts';
import { chooseNames, freeName } from './component-names.ts';
import { alternativesOf, discriminatorOf, valuesOf } from './discriminator.ts';
import { newScope, type SchemaScope, type ScopedSchema, type Target } from './schema-scope.ts';
import { isSchemaObject, mapSubschemas, type SchemaObject, subschemasOf } from './subschemas.ts';
import { upgradeKeywords } from './upgrade-keywords.ts';

interface Component {
  readonly signature: string;
  content: JsonSchema;
}

/**
 * Collects the schemas of a document: resolves references, and moves shared schemas (definitions and schemas with `$id`) to
 * `components.schemas`.
 */
export class SchemaRegistry {
  readonly #byUri = new Map<string, SchemaScope>();
  readonly #components = new Map<string, Component>();
  readonly #nameOf = new Map<Target, string>();
  readonly #warn: (message: string) => void;

  constructor(reserved: readonly string[], warn: (message: string) => void) {
    for (const name of reserved) this.#components.set(name, { signature: '', content: true });
    this.#reserved = new Set(reserved);
    this.#warn = warn;
  }

  readonly #reserved: ReadonlySet<string>;

  /**
   * Makes a schema's identifiers available to references in all other schemas.
   *
   * @param names - component names, in order of preference
   */
  add(schema: SchemaObject, names: readonly string[], suffix = ''): ScopedSchema {
    const scope = newScope(schema, names, '', suffix);
    return { schema, scope: this.#scan(schema, scope) };
  }

  /** Returns the schema in OpenAPI's form, or a reference to its component. */
  write({ schema, scope }: ScopedSchema): JsonSchema {
    const target = scope.targets.get(schema);
    if (target !== undefined && '$id' in schema) return { $ref: this.#refTo(target) };
    return this.#convert(schema, scope);
  }

  /** Follows the schema's own references, for callers that read its properties. */
  follow(scoped: ScopedSchema): ScopedSchema {
    let current = scoped;
    for (let steps = 0; steps < 100; steps++) {
      const next = this.target(current);
      if (next === undefined) return current;
      current = next;
    }
    return current;
  }

  /** Returns the target of a schema's reference. */
  target({ schema: { $ref }, scope }: ScopedSchema): ScopedSchema | undefined {
    const found = typeof $ref === 'string' ? this.#find($ref, scope) : undefined;
    if (found === undefined || !isSchemaObject(found.schema)) return undefined;
    return { schema: found.schema, scope: found.scope };
  }

  /** Resolves a subschema, which may have its own identifier. */
  inside(schema: SchemaObject, scope: SchemaScope): ScopedSchema {
    return { schema, scope: this.#scopeOf(schema, scope) };
  }

  /** Names all components that `use` writes, independent of the order in which it writes them. */
  settleNames(use: () => void): void {
    use();
    const used = [...this.#nameOf.keys()].map((target) => ({
      target,
      names: target.names,
      suffix: target.scope.suffix,
      signature: this.#signatureOf(target),
    }));
    for (const [{ target }, name] of chooseNames(used, this.#reserved)) this.#nameOf.set(target, name);
    for (const name of this.#components.keys()) if (!this.#reserved.has(name)) this.#components.delete(name);
  }

  /** Returns the content of `components.schemas`, in order of first use. */
  components(): Record<string, JsonSchema> {
    const entries = [...this.#components].filter(([name]) => !this.#reserved.has(name));
    return Object.fromEntries(entries.map(([name, { content }]) => [name, content]));
  }

  /** Records what references can target, and returns the scope of the schema. */
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
      // An anchor in draft 7.
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

  /** @returns the schema, the component that contains it, and the pointer within that component */
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
    const { $dynamicRef, $ref = $dynamicRef, discriminator, ...others } = upgradeKeywords(schema);
    const isNamed = discriminatorOf(schema) !== undefined;
    const converted: Record<string, unknown> = Object.fromEntries(
      Object.entries(others).map(([keyword, value]) => [
        keyword,
        mapSubschemas(keyword, value, (inner) => {
          const scoped = this.inside(inner, scope);
          const isAlternative = isNamed && (keyword === 'oneOf' || keyword === 'anyOf');
          return isAlternative ? this.#writeAlternative(scoped, schema) : this.write(scoped);
        }),
      ]),
    );
    if (isSchemaObject(discriminator)) {
      converted.discriminator = this.#convertDiscriminator(discriminator, schema, scope);
    }
    if (typeof $ref !== 'string') return converted;
    const ref = this.#convertRef($ref, scope);
    if (ref === false) return false;
    return ref === true ? converted : { $ref: ref, ...converted };
  }

  /** The alternatives of a discriminator must be components. */
  #writeAlternative(scoped: ScopedSchema, union: SchemaObject): JsonSchema {
    if ('$ref' in scoped.schema) return this.write(scoped);
    return { $ref: this.#refTo(this.#alternative(scoped, union)) };
  }

  #alternative(scoped: ScopedSchema, union: SchemaObject): Target {
    const { schema, scope } = scoped;
    const known = scope.targets.get(schema);
    if (known !== undefined) return known;
    const owner = (scope.targets.get(union) ?? scope.targets.get(scope.root))?.names[0] ?? '';
    const [value = 'Other'] = valuesOf(scoped, discriminatorOf(union) ?? '', this);
    const target: Target = { schema, names: [`${owner}${capitalized(value)}`], scope };
    scope.targets.set(schema, target);
    return target;
  }

  #convertDiscriminator(discriminator: SchemaObject, union: SchemaObject, scope: SchemaScope): SchemaObject {
    const { propertyName, mapping, ...others } = discriminator;
    const entries = isSchemaObject(mapping)
      ? Object.entries(mapping).map(([value, ref]) => [value, this.#convertMapped(String(ref), scope)])
      : alternativesOf(union).flatMap((each) => {
          const scoped = this.inside(each, scope);
          const { $ref } = Object(this.#writeAlternative(scoped, union)) as { $ref?: unknown };
          const values = typeof $ref === 'string' ? valuesOf(scoped, String(propertyName), this) : [];
          return values.map((value) => [value, $ref]);
        });
    if (entries.length === 0) return { propertyName, ...others };
    return { propertyName, mapping: Object.fromEntries(entries), ...others };
  }

  /** A mapping contains references or component names. */
  #convertMapped(ref: string, scope: SchemaScope): string {
    const found = this.#find(ref, scope);
    return found === undefined ? ref : [this.#refTo(found.target), ...found.rest.map(escapeToken)].join('/');
  }

  /** @returns the reference, or the schema if it is a boolean; an unknown reference allows any value */
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
    const name = this.#nameOf.get(target) ?? this.#chooseName(target);
    if (!this.#components.has(name)) {
      // Registers the component before its content, which may refer to it.
      const component: Component = { signature: this.#signatureOf(target), content: true };
      this.#components.set(name, component);
      component.content = this.#convert(target.schema, target.scope);
    }
    return `#/components/schemas/${name}`;
  }

  #chooseName(target: Target): string {
    const signature = this.#signatureOf(target);
    const suffixed = target.names.map((name) => name + target.scope.suffix);
    const name = freeName([...target.names, ...suffixed], (candidate) => {
      const existing = this.#components.get(candidate);
      return existing === undefined || existing.signature === signature;
    });
    this.#nameOf.set(target, name);
    return name;
  }

  /** Two schemas with the same name share a component if they and everything they reference are equal. */
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

/** Returns the name that a pointer's keyword has in the converted schema. */
function upgradedToken(schema: object, token: string): string {
  const { items } = schema as { items?: unknown };
  if (!Array.isArray(items)) return token;
  return token === 'items' ? 'prefixItems' : token === 'additionalItems' ? 'items' : token;
}

/** `card` becomes `Card`, `bank-account` becomes `BankAccount`. */
function capitalized(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
