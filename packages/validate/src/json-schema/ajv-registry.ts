/** @module Cold: one instance of ajv for each draft and mode, which all routes share. */

import type { Ajv, AnySchemaObject, Options, ValidateFunction } from 'ajv';
import { loadPeer } from '../peer.ts';
import type { AjvSettings } from './ajv-settings.ts';
import { replaceComparisons } from './allowed-values.ts';
import type { JsonSchemaObject } from './json-schema.ts';
import { limitedCode, plainCode } from './limited-code.ts';
import { areUnique } from './unique-items.ts';

/** What distinguishes the instances. */
interface Mode {
  readonly draft: '2020-12' | '7';
  /** How many errors to collect; `undefined` to stop at the first. */
  readonly errorLimit: number | undefined;
  readonly ownProperties: boolean;
}

const NEEDED_FOR = 'validation with JSON Schema';

const DRAFTS: readonly (readonly [RegExp, Mode['draft']])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, '7'],
];

/** Keywords of OpenAPI that only describe. */
const ANNOTATIONS = ['discriminator', 'example', 'externalDocs', 'xml'];

/** Names that every object inherits, so that ajv would take them for present. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A schema in the registry. */
export interface RegisteredSchema {
  /** Validates up to the first error. */
  readonly check: ValidateFunction;
  /** Returns a function that collects errors. It is compiled by the first call, because few schemas need it. */
  explain(errorLimit: number): ValidateFunction;
  /** The function for another schema, or for a part of one, by its URI. */
  find(uri: string): ValidateFunction | undefined;
  readonly uri: string;
}

/** Compiles schemas, each object once. */
export class AjvRegistry {
  readonly #settings: AjvSettings;
  readonly #instances: Map<string, Ajv> = new Map();
  readonly #uris: WeakMap<object, string> = new WeakMap();
  #count = 0;

  constructor(settings: AjvSettings) {
    this.#settings = settings;
  }

  add(schema: JsonSchemaObject): RegisteredSchema {
    const draft = draftOf(schema);
    const { ownProperties, extensions } = inspect(schema);
    const uri = this.#uriOf(schema);
    const first = this.#instance({ draft, errorLimit: undefined, ownProperties });
    const check = compile(first, schema, uri, extensions);
    return {
      check,
      explain: (errorLimit) =>
        compile(this.#instance({ draft, errorLimit, ownProperties }), schema, uri, extensions),
      find: (part) => first.getSchema(part),
      uri,
    };
  }

  #uriOf(schema: JsonSchemaObject): string {
    if (typeof schema.$id === 'string') return schema.$id;
    const known = this.#uris.get(schema);
    if (known !== undefined) return known;
    this.#count++;
    const uri = `nextpress:/schemas/${this.#count}`;
    this.#uris.set(schema, uri);
    return uri;
  }

  #instance(mode: Mode): Ajv {
    const key = JSON.stringify(mode);
    const known = this.#instances.get(key);
    if (known !== undefined) return known;
    const instance = createAjv(this.#settings, mode);
    this.#instances.set(key, instance);
    return instance;
  }
}

function draftOf({ $schema }: JsonSchemaObject): Mode['draft'] {
  if ($schema === undefined) return '2020-12';
  const draft = DRAFTS.find(([pattern]) => pattern.test(String($schema)));
  if (draft !== undefined) return draft[1];
  throw new Error(`unknown $schema: expected draft 2020-12 or draft-07, got ${JSON.stringify($schema)}`);
}

function compile(
  ajv: Ajv,
  schema: JsonSchemaObject,
  uri: string,
  extensions: readonly string[],
): ValidateFunction {
  for (const name of extensions) if (ajv.getKeyword(name) === false) ajv.addKeyword(name);
  const known = ajv.schemas[uri] ?? ajv.refs[uri];
  if (typeof known !== 'object' || known.schema !== schema) ajv.addSchema(schema as AnySchemaObject, uri);
  const validate = ajv.getSchema(uri);
  if (validate === undefined) throw new Error(`ajv has no schema ${uri}`);
  if ('$async' in validate) throw new Error('asynchronous schemas ("$async") are not supported');
  return validate;
}

function createAjv(settings: AjvSettings, mode: Mode): Ajv {
  const AjvClass = loadPeer<new (options: Options) => Ajv>(
    mode.draft === '7' ? 'ajv' : 'ajv/dist/2020.js',
    NEEDED_FOR,
  );
  const { strict = true, formats, keywords = [], schemas = [], regExp } = settings;
  const ajv = new AjvClass({
    strict,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: mode.errorLimit !== undefined,
    ownProperties: mode.ownProperties,
    logger: false,
    code: mode.errorLimit === undefined ? plainCode(regExp) : limitedCode(regExp, mode.errorLimit),
  });
  loadPeer<(ajv: Ajv) => unknown>('ajv-formats', NEEDED_FOR)(ajv);
  for (const [name, format] of Object.entries(formats ?? {})) ajv.addFormat(name, format as never);
  replaceComparisons(ajv, NEEDED_FOR);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isUnique: boolean) => (isUnique ? areUnique : () => true),
    error: { message: 'must NOT have duplicate items' },
  });
  for (const name of ANNOTATIONS) ajv.addKeyword(name);
  for (const keyword of keywords) ajv.addKeyword(keyword as string);
  ajv.addSchema([...schemas] as AnySchemaObject[]);
  return ajv;
}

/** Finds names that need attention anywhere in a schema. */
function inspect(schema: object): { ownProperties: boolean; extensions: string[] } {
  const extensions = new Set<string>();
  const seen = new Set<object>();
  let ownProperties = false;
  const pending: object[] = [schema];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    for (const [name, content] of Object.entries(value)) {
      if (INHERITED.has(name) || (typeof content === 'string' && INHERITED.has(content)))
        ownProperties = true;
      if (name.startsWith('x-')) extensions.add(name);
      if (typeof content === 'object' && content !== null) pending.push(content);
    }
  }
  return { ownProperties, extensions: [...extensions] };
}
