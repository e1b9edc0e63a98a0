import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { containerFiles } from './container.ts';
import {
  deniedScripts,
  manifestOf,
  nameOf,
  PACKAGE_FOLDER,
  type ProjectManifest,
  runCommand,
} from './manifest.ts';
import { nameProblem, type ProjectOptions } from './project-options.ts';
import { TEMPLATES, type Template } from './template.ts';
import { writeFiles } from './write-files.ts';

/** Files whose name npm would change or leave out of a package. */
const RENAMED: Readonly<Record<string, string>> = { env: '.env' };

const IGNORED = 'node_modules\ndist\n.env\n.env.*\n*.log\n';

/**
 * Writes a project into a folder, which must not exist or be empty. If that fails, it removes what it has written.
 *
 * @returns the paths of the files, relative to the folder
 * @throws Error if the folder is not empty, or its name cannot be that of a package
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
 * files; // => ['.env', '.gitignore', 'README.md', 'package.json', 'src/server.js']
 * rmSync(parent, { recursive: true });
 */
export function createProject(options: ProjectOptions): string[] {
  const { folder } = options;
  checkFolder(folder);
  const files = filesOf(options);
  writeFiles(folder, files);
  return [...files.keys()].sort();
}

/** @throws Error if a project cannot be written into a folder */
export function checkFolder(folder: string): void {
  const problem = nameProblem(nameOf(folder));
  if (problem !== undefined) throw new Error(`Invalid name "${nameOf(folder)}": ${problem}`);
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file: choose another name.`);
  if (readdirSync(folder).length > 0) {
    throw new Error(`The folder ${folder} is not empty: choose another name, or remove its files.`);
  }
}

function filesOf(options: ProjectOptions): Map<string, string> {
  const template = TEMPLATES.find(({ name }) => name === options.template) as Template;
  const manifest = manifestOf(template, options, process.versions.node);
  return new Map([
    ['package.json', jsonText(manifest)],
    ['.gitignore', IGNORED],
    ...sourcesOf(template, options),
    ...(options.language === 'ts' ? [['tsconfig.json', jsonText(typeScriptOptions(template))] as const] : []),
    ...pnpmFiles(manifest, options),
    ...(options.docker ? containerFiles(template, options) : []),
  ]);
}

/** The files of a template. Sources in JavaScript are made when this package is built. */
function* sourcesOf({ name }: Template, options: ProjectOptions): Generator<[path: string, text: string]> {
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

/** The paths of all files, with slashes. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

function pnpmFiles(
  { dependencies }: ProjectManifest,
  { packageManager }: ProjectOptions,
): [string, string][] {
  const denied = packageManager === 'pnpm' ? deniedScripts(dependencies) : [];
  if (denied.length === 0) return [];
  const rows = denied.map((name) => `  '${name}': false\n`);
  return [
    ['pnpm-workspace.yaml', `# Scripts that do not run at installation.\nallowBuilds:\n${rows.join('')}`],
  ];
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
