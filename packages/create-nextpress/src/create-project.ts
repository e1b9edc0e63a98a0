import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { containerFiles } from './container.ts';
import { deniedScripts, manifestOf, nameOf, PACKAGE_FOLDER, type ProjectManifest } from './manifest.ts';
import { runCommand } from './package-manager.ts';
import { nameProblem, type ProjectOptions } from './project-options.ts';
import { repositoryOf } from './repository.ts';
import { TEMPLATES, type Template, type TemplateName } from './template.ts';
import { workflow } from './workflow.ts';
import { writeFiles } from './write-files.ts';

/** Files that npm would rename or leave out of a package. */
const RENAMED: Readonly<Record<string, string>> = {
  env: '.env',
  editorconfig: '.editorconfig',
  gitignore: '.gitignore',
  'vscode/launch.json': '.vscode/launch.json',
};

/** Files of a fresh repository. They are kept; only `.gitignore` gets the lines it lacks. */
const KEPT =
  /^(?:\.git|\.gitattributes|\.gitignore|\.editorconfig|\.github|\.vscode|\.idea|\.DS_Store|(?:licen[cs]e|readme)(?:\..+)?)$/i;
const README = /^readme(?:\..+)?$/i;

/**
 * Writes a project to a folder, which is created if missing. Files of a fresh repository, such as `README.md`, are kept; `.gitignore`
 * gets the lines it lacks, which keep `.env` out of Git. If writing fails, everything is rolled back.
 *
 * @returns the paths of the new files, relative to the folder
 * @throws Error if the folder contains other files, or its name is not a valid package name
 *
 * @example
 * import { mkdtempSync, rmSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { createProject } from 'create-nextpress';
 *
 * const parent = mkdtempSync(join(tmpdir(), 'projects-'));
 * const files = createProject({
 *   folder: join(parent, 'my-app'),
 *   template: 'minimal',
 *   language: 'js',
 *   packageManager: 'npm',
 *   tests: 'node',
 *   docker: false,
 * });
 * files.slice(0, 4); // => ['.editorconfig', '.env', '.github/workflows/ci.yml', '.gitignore']
 * rmSync(parent, { recursive: true });
 */
export function createProject(options: ProjectOptions): string[] {
  const { folder } = options;
  checkFolder(folder);
  const hasReadme = existsSync(folder) && readdirSync(folder).some((name) => README.test(name));
  const isNew = (path: string): boolean =>
    !(hasReadme && README.test(path)) && !existsSync(join(folder, path));
  const all = filesOf(options);
  const files = new Map([...all].filter(([path]) => isNew(path)));
  const kept = [...all].filter(([path]) => path === '.gitignore' && !files.has(path));
  writeFiles(folder, files, new Map(kept));
  return [...files.keys()].sort();
}

/** @throws Error if a project cannot be written to a folder */
export function checkFolder(folder: string): void {
  const problem = nameProblem(nameOf(folder));
  if (problem !== undefined) throw new Error(`Invalid name "${nameOf(folder)}": ${problem}`);
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file: choose another name.`);
  const others = readdirSync(folder).filter((name) => !KEPT.test(name));
  if (others.length > 0) {
    const names = others.slice(0, 3).join(', ') + (others.length > 3 ? ', …' : '');
    throw new Error(
      `The folder ${folder} is not empty (${names}): choose another name, or remove its files.`,
    );
  }
}

function filesOf(options: ProjectOptions): Map<string, string> {
  const template = TEMPLATES.find(({ name }) => name === options.template) as Template;
  const manifest = manifestOf(template, options, process.versions.node);
  return new Map([
    ['package.json', jsonText(manifest)],
    ...workflowFiles(manifest, options),
    ...sourcesOf('every', options),
    ...sourcesOf(template.name, options),
    ...(options.language === 'ts' ? [['tsconfig.json', jsonText(typeScriptOptions(template))] as const] : []),
    ...pnpmFiles(manifest, options),
    ...(options.docker ? containerFiles(template, options) : []),
  ]);
}

/** The files of a template. The JavaScript sources are generated when this package is built. */
function* sourcesOf(
  name: TemplateName | 'every',
  options: ProjectOptions,
): Generator<[path: string, text: string]> {
  const { language, tests, folder, packageManager } = options;
  const places = [join(PACKAGE_FOLDER, 'templates', name), join(PACKAGE_FOLDER, 'dist', 'javascript', name)];
  const [typed = '', plain = ''] = places;
  const values: Readonly<Record<string, string>> = {
    name: nameOf(folder),
    ext: language,
    run: runCommand(packageManager),
  };
  for (const path of listFiles(typed)) {
    const isSource = path.endsWith('.ts');
    const source =
      isSource && language === 'js' ? join(plain, path.replace(/\.ts$/, '.js')) : join(typed, path);
    const text = readFileSync(source, 'utf8')
      .replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => values[key] ?? '')
      .replace("from 'node:test'", tests === 'vitest' ? "from 'vitest'" : "from 'node:test'");
    const target = isSource ? path.replace(/\.ts$/, `.${language}`) : path;
    yield [RENAMED[target] ?? target, text];
  }
}

/** The paths of all files, with forward slashes. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

/** GitHub ignores workflows outside the root of a repository. */
function workflowFiles(manifest: ProjectManifest, options: ProjectOptions): [string, string][] {
  const folder = resolve(options.folder);
  const isRoot = (repositoryOf(folder) ?? folder) === folder;
  return isRoot ? [['.github/workflows/ci.yml', workflow(manifest, options)]] : [];
}

function pnpmFiles(
  { dependencies }: ProjectManifest,
  { packageManager }: ProjectOptions,
): [string, string][] {
  const denied = packageManager === 'pnpm' ? deniedScripts(dependencies) : [];
  if (denied.length === 0) return [];
  const rows = denied.map((name) => `  '${name}': false\n`);
  return [['pnpm-workspace.yaml', `# Install scripts that do not run.\nallowBuilds:\n${rows.join('')}`]];
}

function typeScriptOptions({ hasClient }: Template): object {
  return {
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', ...(hasClient ? ['dom'] : [])],
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      allowImportingTsExtensions: true,
    },
    include: ['src', 'test', ...(hasClient ? ['client'] : [])],
  };
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
