/** @module Cold: the options of a plugin in a scope are added to those of the scope around it. */

import type { AjvSettings } from './json-schema/ajv-settings.ts';
import type { JsonSchemaObject } from './json-schema/json-schema.ts';
import type { ValidateOptions } from './validate-options.ts';

/** Options with others added: lists and tables are joined, and what the others set has precedence. */
export function addTo(outer: ValidateOptions, options: ValidateOptions): ValidateOptions {
  return {
    ...outer,
    ...defined(options),
    ...(outer.json || options.json ? { json: { ...outer.json, ...options.json } } : {}),
    ...(outer.ajv || options.ajv ? { ajv: addAjv(outer.ajv ?? {}, options.ajv ?? {}) } : {}),
  };
}

function addAjv(outer: AjvSettings, settings: AjvSettings): AjvSettings {
  return {
    ...outer,
    ...defined(settings),
    formats: { ...outer.formats, ...settings.formats },
    keywords: joined(outer.keywords, settings.keywords, nameOf),
    schemas: joined(outer.schemas, settings.schemas, ({ $id }: JsonSchemaObject) => $id),
  };
}

/** A list with the items of another. Those of the same name are replaced. */
function joined<Item>(
  outer: readonly Item[] = [],
  items: readonly Item[] = [],
  name: (item: Item) => unknown,
): readonly Item[] {
  const replaced = new Set(items.map(name));
  return [...outer.filter((item) => !replaced.has(name(item))), ...items];
}

/** The name of a keyword, of which ajv also takes definitions with several names. */
function nameOf(keyword: string | object): string {
  return String(typeof keyword === 'string' ? keyword : (keyword as { keyword?: unknown }).keyword);
}

function defined<Options extends object>(options: Options): Partial<Options> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<Options>;
}
