/** @module The `package.json` of a project. */

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { runCommand } from './package-manager.ts';
import type { ProjectOptions } from './project-options.ts';
import type { Template } from './template.ts';

/** This package's folder, with the templates and the manifest. */
export const PACKAGE_FOLDER: string = packageFolder();

function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The name of a project: its folder's, with the scope if the parent folder is one such as `@scope`. */
export function nameOf(folder: string): string {
  const path = resolve(folder);
  const parent = basename(dirname(path));
  return parent.startsWith('@') ? `${parent}/${basename(path)}` : basename(path);
}

/** Packages with install scripts, by the dependency that brings them in. All work without them. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  'swagger-ui-dist': '@scarf/scarf',
  tsx: 'esbuild',
};

/** A project's packages whose install scripts should not run. npm warns about undecided packages, and pnpm fails. */
export function deniedScripts(dependencies: object): string[] {
  return Object.keys(dependencies).flatMap((name) => INSTALL_SCRIPTS[name] ?? []);
}

/** The part of the manifest that other files depend on. */
export interface ProjectManifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

export function manifestOf(
  template: Template,
  options: ProjectOptions,
  nodeVersion: string,
): ProjectManifest {
  const { folder, language, tests, packageManager } = options;
  const isTypeScript = language === 'ts';
  const needsTsx = isTypeScript && !stripsTypes(nodeVersion);
  const runner = tests === 'vitest' ? ['vitest'] : [];
  const compiler = isTypeScript ? ['typescript', '@types/node', ...template.types] : [];
  const dependencies = versionsOf([...template.dependencies, ...(needsTsx ? ['tsx'] : [])]);
  const denied = packageManager === 'npm' ? deniedScripts(dependencies) : [];
  return {
    name: nameOf(folder),
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: scriptsOf(template, options, needsTsx),
    dependencies,
    devDependencies: versionsOf([...template.devDependencies, ...runner, ...compiler]),
    engines: { node: isTypeScript && !needsTsx ? '^22.18.0 || >=23.6.0' : '>=20.19' },
    ...(denied.length > 0 && { allowScripts: Object.fromEntries(denied.map((name) => [name, false])) }),
  };
}

function scriptsOf(
  { hasClient }: Template,
  { language, tests, packageManager }: ProjectOptions,
  needsTsx: boolean,
): Record<string, string> {
  const node = needsTsx ? 'node --import tsx' : 'node';
  const test = tests === 'vitest' ? 'vitest run' : `${node} --test test/app.test.${language}`;
  return {
    dev: `nextpress dev src/server.${language}`,
    start: `${node} src/server.${language}`,
    ...(hasClient && { build: 'vite build client --outDir ../dist --emptyOutDir' }),
    test,
    ...(language === 'ts' && { typecheck: 'tsc' }),
    // The server refuses to start without the built page.
    check: `${hasClient ? `${runCommand(packageManager)} build && ` : ''}nextpress check src/server.${language}`,
  };
}

/** The build inserts the versions that this package is tested with. */
function versionsOf(names: readonly string[]): Record<string, string> {
  const versions: Record<string, string> = JSON.parse(
    readFileSync(join(PACKAGE_FOLDER, 'dist', 'versions.json'), 'utf8'),
  );
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const version = versions[name];
      if (version === undefined)
        throw new Error(`No version of ${name}: add it to the devDependencies of create-nextpress`);
      return [name, version];
    }),
  );
}

/** Whether Node runs TypeScript without a flag, which it does from 22.18 and 23.6. */
function stripsTypes(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}
