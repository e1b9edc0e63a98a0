/** @module Cold: one ajv instance per draft and mode, shared by all routes. */

import type { Ajv, AnySchemaObject, Options, ValidateFunction } from 'ajv';
import { type AjvSettings, schemasByUri } from '../options.ts';
import { limitedCode, loadPeer, plainCode, warnOnce } from './ajv-code.ts';
import { replaceKeywords } from './ajv-keywords.ts';
import { fileKeyword } from './file-schemas.ts';
import type { JsonSchemaObject } from './json-schema.ts';
import { forgetValidation, validateOnce } from './linear-time.ts';

/** The settings that need an ajv instance of their own. */
interface Mode {
  readonly draft: '2020-12' | '7';
  /** Number of errors to collect; `undefined` stops at the first. */
  readonly errorLimit: number | undefined;
  readonly ownProperties: boolean;
}

/** Number of errors to keep when only the first one matters. */
const FIRST_ERRORS = 20;

const DRAFTS: readonly (readonly [RegExp, Mode['draft']])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, '7'],
];

/** OpenAPI keywords that are annotations only. */
const ANNOTATIONS = ['discriminator', 'example', 'externalDocs', 'xml'];

/** A registered schema. */
export interface RegisteredSchema {
  /** Validates up to the first error. */
  readonly check: ValidateFunction;
  /** Returns a function that collects errors. Compiled on the first call, because few schemas need it. */
  explain(errorLimit: number): ValidateFunction;
  /** Returns the validation function for a URI: another schema, or a part of one. */
  find(uri: string): ValidateFunction | undefined;
  /** Returns the function that checks a string format. */
  findFormat(name: string): ((text: string) => boolean) | undefined;
  readonly uri: string;
}

/** Compiles schemas, each object once. */
export class AjvRegistry {
  readonly #settings: AjvSettings;
  readonly #instances: Map<string, Ajv> = new Map();
  readonly #uris: WeakMap<object, string> = new WeakMap();
  /** Schemas with an `$id`, by URI, which later schemas may reference. */
  readonly #named: Map<string, JsonSchemaObject> = new Map();
  /** The special names (see `specialNames`) in the schemas that others may reference. */
  #shared: ReadonlySet<string>;
  #count = 0;

  constructor(settings: AjvSettings) {
    this.#settings = settings;
    this.#shared = specialNames(settings.schemas ?? []);
  }

  add(schema: JsonSchemaObject): RegisteredSchema {
    const draft = draftOf(schema);
    const own = specialNames(schema);
    const names = own.size === 0 ? this.#shared : new Set([...this.#shared, ...own]);
    const ownProperties = [...names].some((name) => INHERITED.has(name));
    const uri = this.#uriOf(schema);
    const first = this.#instance({ draft, errorLimit: undefined, ownProperties });
    const check = this.#tryCompile(first, schema, uri, names);
    if (typeof schema.$id === 'string') {
      this.#named.set(uri, schema);
      this.#shared = names;
    }
    const explained = new Map<number, ValidateFunction>();
    const explain = (errorLimit: number): ValidateFunction => {
      let compiled = explained.get(errorLimit);
      if (compiled !== undefined) return compiled;
      try {
        compiled = this.#compile(this.#instance({ draft, errorLimit, ownProperties }), schema, uri, names);
      } catch (error) {
        // Collecting errors without limits is not safe, so only the first one is reported.
        warnOnce(error);
        compiled = check;
      }
      explained.set(errorLimit, compiled);
      return compiled;
    };
    const findFormat = (name: string) => formatTest(first.formats[name]);
    return { check, explain, find: (part) => first.getSchema(part), findFormat, uri };
  }

  #uriOf(schema: JsonSchemaObject): string {
    // Ajv also ignores an empty fragment.
    if (typeof schema.$id === 'string') return schema.$id.replace(/#\/?$/, '');
    const known = this.#uris.get(schema);
    if (known !== undefined) return known;
    this.#count++;
    // Relative, so that a reference such as "user" still resolves to the schema with the $id "user".
    const uri = `nextpress-schema-${this.#count}`;
    this.#uris.set(schema, uri);
    return uri;
  }

  /** Ajv does not check a schema twice, so an invalid one must be removed. */
  #tryCompile(ajv: Ajv, schema: JsonSchemaObject, uri: string, names: ReadonlySet<string>): ValidateFunction {
    try {
      return this.#compile(ajv, schema, uri, names);
    } catch (error) {
      const known = lookUp(ajv, uri);
      if (typeof known !== 'object' || known.schema === schema) ajv.removeSchema(uri);
      throw error;
    } finally {
      // This also validates the schema itself.
      forgetValidation();
    }
  }

  #compile(ajv: Ajv, schema: JsonSchemaObject, uri: string, names: ReadonlySet<string>): ValidateFunction {
    for (const name of names) {
      if (name.startsWith('x-') && !(name in ajv.RULES.keywords)) ajv.addKeyword(name);
    }
    for (const [id, named] of this.#named) {
      if (id !== uri && lookUp(ajv, id) === undefined && draftOf(named) === draftOf(schema)) {
        ajv.addSchema(named as AnySchemaObject, id);
      }
    }
    const known = lookUp(ajv, uri);
    if (typeof known !== 'object' || known.schema !== schema) ajv.addSchema(schema as AnySchemaObject, uri);
    const validate = ajv.getSchema(uri);
    if (validate === undefined) throw new Error(`ajv has no schema ${uri}`);
    if ('$async' in validate) throw new Error('asynchronous schemas ("$async") are not supported');
    return validate;
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

function formatTest(format: Ajv['formats'][string]): ((text: string) => boolean) | undefined {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return (text) => format(text) === true;
  if (typeof format !== 'object' || format.type === 'number') return undefined;
  return formatTest(format.validate as Ajv['formats'][string]);
}

function lookUp(ajv: Ajv, uri: string): Ajv['schemas'][string] | Ajv['refs'][string] {
  return ajv.schemas[uri] ?? ajv.refs[uri];
}

function draftOf({ $schema }: JsonSchemaObject): Mode['draft'] {
  if ($schema === undefined) return '2020-12';
  const draft = DRAFTS.find(([pattern]) => pattern.test(String($schema)));
  if (draft !== undefined) return draft[1];
  throw new Error(`unknown $schema: expected draft 2020-12 or draft-07, got ${JSON.stringify($schema)}`);
}

function createAjv(settings: AjvSettings, mode: Mode): Ajv {
  const AjvClass = loadPeer<new (options: Options) => Ajv>(mode.draft === '7' ? 'ajv' : 'ajv/dist/2020.js');
  const { strict = true, formats, keywords = [], schemas, regExp } = settings;
  const ajv = new AjvClass({
    strict,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: mode.errorLimit !== undefined,
    // Otherwise the first invalid request would compile the meta-schemas, although the schema was already checked.
    validateSchema: mode.errorLimit === undefined,
    ownProperties: mode.ownProperties,
    logger: false,
    code: mode.errorLimit === undefined ? plainCode(regExp) : limitedCode(regExp, mode.errorLimit),
  });
  loadPeer<(ajv: Ajv) => unknown>('ajv-formats')(ajv);
  const errorLimit = mode.errorLimit ?? FIRST_ERRORS;
  Object.assign(ajv, { nextpressOnce: (validate: ValidateFunction) => validateOnce(validate, errorLimit) });
  replaceKeywords(ajv, mode.errorLimit !== undefined);
  for (const [name, format] of Object.entries(formats ?? {})) ajv.addFormat(name, format as never);
  ajv.addKeyword(fileKeyword);
  for (const name of ANNOTATIONS) ajv.addKeyword(name);
  for (const keyword of keywords) ajv.addKeyword(keyword as string);
  for (const [uri, schema] of Object.entries(schemasByUri(schemas)))
    ajv.addSchema(schema as AnySchemaObject, uri);
  return ajv;
}

/** Names that every object inherits, which ajv would treat as present. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Collects the names in a schema and its subschemas that ajv must know: inherited ones, and those that start with `x-`. */
function specialNames(schema: object): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && INHERITED.has(value)) names.add(value);
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [name, content] of Object.entries(value)) {
      if (INHERITED.has(name) || name.startsWith('x-')) names.add(name);
      visit(content);
    }
  };
  visit(schema);
  return names;
}
