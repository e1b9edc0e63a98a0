/** @module What is asked, and which answers are valid. */

import { builtinModules } from 'node:module';
import type { PackageManager } from './package-manager.ts';
import { TEMPLATES, type TemplateName } from './template.ts';

/** What runs the tests of the project. */
export type TestRunner = (typeof TEST_RUNNERS)[number];
/** TypeScript or JavaScript. */
export type Language = (typeof LANGUAGES)[number];

export const TEST_RUNNERS = ['vitest', 'node'] as const;
export const LANGUAGES = ['ts', 'js'] as const;
export const TEMPLATE_NAMES: readonly TemplateName[] = TEMPLATES.map(({ name }) => name);

/** What {@link createProject} makes. */
export interface ProjectOptions {
  /** The folder, relative to the current one. Its last part is the name of the package, and a part such as `@scope` before that its scope. */
  readonly folder: string;
  /** What the application does. */
  readonly template: TemplateName;
  /** TypeScript or JavaScript. */
  readonly language: Language;
  /** Its commands are in the README and the Dockerfile of the project. */
  readonly packageManager: PackageManager;
  /** Vitest, or the runner of Node. */
  readonly tests: TestRunner;
  /** Whether to add a `Dockerfile`. */
  readonly docker: boolean;
}

/** What is wrong with the name of a package; `undefined` if it is valid. The rules are those of npm for new packages. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'A name has at least one character.';
  if (name.length > 214) return 'A name has at most 214 characters.';
  if (/^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/.test(name))
    return RESERVED.has(name) ? 'It is reserved, or the name of a module of Node.' : undefined;
  return 'A name has lower-case letters, digits, hyphens, dots and underscores, and does not begin with a dot or an underscore.';
}

const RESERVED = new Set(['node_modules', 'favicon.ico', ...builtinModules]);
