import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LoadError, loadApplication } from '../check/load-application.ts';
import { printToStandardError } from '../print-to-standard-error.ts';
import { describePackage } from './describe-package.ts';
import { loadOpenApi } from './load-openapi.ts';

export const OPENAPI_HELP = `nextpress openapi <entry> [--yaml] [--output <file>]

Writes the OpenAPI document of an application without listening. The document is that of the plugin of
@nextpress/openapi if the application registers it. Otherwise it has all routes, and the title and version
are the name and version of the nearest package.json.

  <entry>    the module that exports the application (default or "app"), or that calls listen()
  --yaml     writes YAML, as --output does for a file whose name ends in .yaml or .yml
  --output   writes the file instead of the standard output

Exit code 0: written. 2: the application or @nextpress/openapi cannot be loaded.`;

/** The method of the plugin that returns the document of the application. */
const DOCUMENT: unique symbol = Symbol.for('nextpress.openapi') as never;

interface LoadedApplication {
  [DOCUMENT]?(): object;
}

/** Runs `nextpress openapi` and returns its exit code. */
export async function openapiCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      yaml: { type: 'boolean' },
      output: { type: 'string', short: 'o' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [entry, ...more] = positionals;
  if (values.help) {
    process.stdout.write(`${OPENAPI_HELP}\n`);
    return 0;
  }
  if (entry === undefined || more.length > 0) {
    process.stderr.write(
      `nextpress openapi: expected one entry, such as app.mjs, got ${positionals.length}\n\n${OPENAPI_HELP}\n`,
    );
    return 2;
  }
  const { output } = values;
  try {
    const text = await documentText(entry, values.yaml ?? /\.ya?ml$/.test(output ?? ''));
    if (output !== undefined) writeFileSync(output, text);
    // The process exits next, and a pipe may not be written at once.
    else await new Promise((done) => process.stdout.write(text, done));
    return 0;
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function documentText(entry: string, asYaml: boolean): Promise<string> {
  const { createDocument, toYaml } = loadOpenApi(entry);
  const restore = printToStandardError();
  try {
    const app = (await loadApplication(entry)) as object as LoadedApplication;
    const onWarning = (message: string): void => {
      process.stderr.write(`Warning: ${message}\n`);
    };
    const document = app[DOCUMENT]?.() ?? createDocument(app, { info: describePackage(entry), onWarning });
    return asYaml ? toYaml(document) : `${JSON.stringify(document, undefined, 2)}\n`;
  } finally {
    restore();
  }
}
