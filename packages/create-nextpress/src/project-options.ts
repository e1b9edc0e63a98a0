/** @module The options of a project and their valid values. */

import { builtinModules } from 'node:module';
import type { PackageManager } from './package-manager.ts';
import { TEMPLATES, type TemplateName } from './template.ts';

/** The test runner of the project. */
export type TestRunner = (typeof TEST_RUNNERS)[number];
/** TypeScript or JavaScript. */
export type Language = (typeof LANGUAGES)[number];

export const TEST_RUNNERS = ['vitest', 'node'] as const;
export const LANGUAGES = ['ts', 'js'] as const;
export const TEMPLATE_NAMES: readonly TemplateName[] = TEMPLATES.map(({ name }) => name);

/** Options of {@link createProject}. */
export interface ProjectOptions {
  /**
   * The folder, relative to the working directory. Its last segment is the package name; a segment before it such as `@scope` is
   * the scope.
   */
  readonly folder: string;
  /** The kind of application. */
  readonly template: TemplateName;
  /** TypeScript or JavaScript. */
  readonly language: Language;
  /** The package manager in the project's README and Dockerfile. */
  readonly packageManager: PackageManager;
  /** Vitest, or Node's test runner. */
  readonly tests: TestRunner;
  /** Whether to add a `Dockerfile`. */
  readonly docker: boolean;
}

/** What is wrong with a package name; `undefined` if it is valid. Follows npm's rules for new packages. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'expected at least one character.';
  if (name.length > 214) return 'expected at most 214 characters.';
  if (/^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/.test(name))
    return RESERVED.has(name) ? 'the name is reserved, or that of a Node module.' : undefined;
  return 'expected lowercase letters, digits, hyphens, dots and underscores, not starting with a dot or an underscore.';
}

const RESERVED = new Set(['node_modules', 'favicon.ico', ...builtinModules]);
