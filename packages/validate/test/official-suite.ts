/** @module Reads the official JSON Schema test suite, and the schemas that it references. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'json-schema-test-suite');
const REMOTE_BASE = 'http://localhost:1234/';

export type Draft = 'draft2020-12' | 'draft7';

/** A schema with values that it accepts or rejects. */
export interface Group {
  /** `items: items and subitems` */
  readonly name: string;
  readonly schema: object;
  readonly cases: readonly Case[];
  /** Schemas that this one references. */
  readonly remotes: Readonly<Record<string, { readonly [keyword: string]: unknown }>>;
}

export interface Case {
  readonly name: string;
  readonly data: unknown;
  readonly valid: boolean;
}

interface WrittenGroup {
  readonly description: string;
  readonly schema: object | boolean;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** The groups of a draft, in file order. */
export function readSuite(draft: Draft): Group[] {
  const remotes = readRemotes(draft);
  const folder = join(FOLDER, 'tests', draft);
  return readdirSync(folder)
    .sort()
    .flatMap((file) =>
      (readJson(join(folder, file)) as WrittenGroup[]).map(({ description, schema, tests }) => ({
        name: `${file.replace('.json', '')}: ${description}`,
        schema: asObject(schema, draft),
        cases: tests.map(({ description: name, data, valid }) => ({ name, data, valid })),
        remotes: JSON.stringify(schema).includes(REMOTE_BASE) ? remotes : {},
      })),
    );
}

/** Route schemas are objects, and name their draft if it is not the default. */
function asObject(schema: object | boolean, draft: Draft): object {
  const object = typeof schema === 'boolean' ? { allOf: [schema] } : schema;
  return draft === 'draft7' ? { $schema: 'http://json-schema.org/draft-07/schema#', ...object } : object;
}

/** The suite expects `remotes/x.json` at `http://localhost:1234/x.json`. */
function readRemotes(draft: Draft): Group['remotes'] {
  const folder = join(FOLDER, 'remotes');
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json'))
    .filter((path) => (path.startsWith('draft') ? path.startsWith(`${draft}/`) : draft === 'draft7'))
    .map((path) => [`${REMOTE_BASE}${path}`, readJson(join(folder, path)) as object]);
  return Object.fromEntries(entries);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
