import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { OPENAPI_DOCUMENT } from '@nextpress-internal/internals/keys';
import { type Command, jsonText } from '../command-type.ts';
import { loadApplication, loadPackage } from '../load-application.ts';

const HELP = `nextpress openapi <entry> [--yaml] [--output <file>]

Writes the OpenAPI document of an application without listening. The document is that of the plugin of
@nextpress/openapi if the application registers it. Otherwise it has all routes, and the title and version
are the name and version of the nearest package.json.

  <entry>    the module that exports the application (default or "app"), or that calls listen()
  --yaml     writes YAML, as --output does for a file whose name ends in .yaml or .yml
  --output   writes the file instead of the standard output

Exit code 0: written. 2: the application or @nextpress/openapi cannot be loaded.`;

/** The part of `@nextpress/openapi` that the command uses. */
interface OpenApiPackage {
  createDocument(app: object, options: object): object;
  toYaml(value: object): string;
}

interface LoadedApplication {
  [OPENAPI_DOCUMENT]?(): object;
}

export const OPENAPI: Command = {
  help: HELP,
  expected: 'one entry, such as app.mjs',
  count: 1,
  options: { yaml: { type: 'boolean' }, output: { type: 'string', short: 'o' } },
  async print([entry = ''], { yaml, output }) {
    const { createDocument, toYaml } = loadPackage<OpenApiPackage>('@nextpress/openapi', 'openapi', entry);
    const app = (await loadApplication(entry)) as object as LoadedApplication;
    const onWarning = (message: string): void => {
      process.stderr.write(`Warning: ${message}\n`);
    };
    const document =
      app[OPENAPI_DOCUMENT]?.() ?? createDocument(app, { info: describePackage(entry), onWarning });
    const isYaml = yaml ?? /\.ya?ml$/.test(String(output));
    const text = isYaml ? toYaml(document).trimEnd() : jsonText(document);
    if (output === undefined) return { text };
    writeFileSync(String(output), `${text}\n`);
    return { text: undefined };
  },
};

/** The title and the version of an application, from the package.json in its folder or in the nearest one above. */
function describePackage(entry: string): { title: string; version: string; description?: string } {
  const manifest = nearestManifest(dirname(resolve(entry)));
  const { name, version, description } = manifest as Record<string, unknown>;
  return {
    title: typeof name === 'string' ? name : basename(entry),
    version: typeof version === 'string' ? version : '0.0.0',
    ...(typeof description === 'string' ? { description } : {}),
  };
}

function nearestManifest(folder: string): object {
  const path = join(folder, 'package.json');
  if (existsSync(path)) return Object(JSON.parse(readFileSync(path, 'utf8')));
  const parent = dirname(folder);
  return parent === folder ? {} : nearestManifest(parent);
}
