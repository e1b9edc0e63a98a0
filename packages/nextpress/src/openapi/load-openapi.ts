import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { LoadError } from '../load-application.ts';

const PACKAGE = '@nextpress/openapi';

/** The part of `@nextpress/openapi` that the command uses. The framework does not depend on that package. */
interface OpenApiPackage {
  createDocument(app: object, options: object): object;
  toYaml(value: object): string;
}

/**
 * Loads the package as the application would.
 *
 * @throws {LoadError} if it is not installed
 */
export function loadOpenApi(entry: string): OpenApiPackage {
  for (const from of [resolve(entry), join(process.cwd(), 'noop.js'), join(import.meta.dirname, 'noop.js')]) {
    const require = createRequire(from);
    if (isInstalled(require)) return require(PACKAGE) as OpenApiPackage;
  }
  throw new LoadError(
    `Missing package for nextpress openapi: expected ${PACKAGE} to be installed. Run: npm install --save-dev ${PACKAGE}`,
  );
}

function isInstalled(require: NodeJS.Require): boolean {
  try {
    require.resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
}
