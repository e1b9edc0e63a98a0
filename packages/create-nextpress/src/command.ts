#!/usr/bin/env node
/** @module The command `create-nextpress`, which `npm create nextpress` runs. */
import { spawnSync } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { cancel, confirm, intro, isCancel, outro, select, text } from '@clack/prompts';
import { checkFolder, createProject } from './create-project.ts';
import { nameOf } from './manifest.ts';
import { detectPackageManager, PACKAGE_MANAGERS, runCommand } from './package-manager.ts';
import { LANGUAGES, type ProjectOptions, TEMPLATE_NAMES, TEST_RUNNERS } from './project-options.ts';
import { repositoryOf } from './repository.ts';
import { TEMPLATES } from './template.ts';

const HELP = `npm create nextpress@latest [folder] -- [options]

Creates an application in a new folder or a fresh repository. Asks for the options you leave out.

  --template  ${TEMPLATE_NAMES.join(', ')} (default api)
  --language  ${LANGUAGES.join(', ')} (default ts)
  --manager   ${PACKAGE_MANAGERS.join(', ')} (default: the one that runs this command)
  --tests     ${TEST_RUNNERS.join(', ')} (default vitest)
  --docker    adds a Dockerfile (--no-docker does not)
  --git       runs git init (--no-git does not)
  --yes       skips the questions and uses the defaults`;

const FLAGS = {
  template: { type: 'string' },
  language: { type: 'string' },
  manager: { type: 'string' },
  tests: { type: 'string' },
  docker: { type: 'boolean' },
  git: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const;

const LABELS: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  js: 'JavaScript',
  node: "Node's own (node --test)",
};

const USUAL_FOLDER = 'nextpress-app';

/** The user canceled a prompt. */
class Canceled extends Error {}

try {
  await main();
} catch (error) {
  if (error instanceof Canceled) cancel('Nothing was created.');
  else process.stderr.write(`${styleText('red', 'Error')}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  const asks = !values.yes && process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (asks) intro(styleText('bold', 'Nextpress'));
  const options = await readOptions(values, positionals[0], asks);
  const isRepository = await gitFrom(values.git, options.folder, asks);
  const files = createProject(options);
  const next = nextSteps(options);
  if (asks) outro(`${files.length} files created. Next:\n\n${next}\n`);
  else {
    process.stdout.write(`Created ${nameOf(options.folder)} with ${files.length} files. Next:\n\n${next}\n`);
  }
  if (isRepository && !runGit(['init', '--quiet'], options.folder)) {
    throw new Error('The files are created, but git init failed: is Git installed?');
  }
}

type Flags = ReturnType<typeof readArguments>['values'];

function readArguments() {
  const read = parseCommand();
  const { template, language, manager, tests } = read.values;
  checkFlag('template', template, TEMPLATE_NAMES);
  checkFlag('language', language, LANGUAGES);
  checkFlag('manager', manager, PACKAGE_MANAGERS);
  checkFlag('tests', tests, TEST_RUNNERS);
  const [folder, ...others] = read.positionals;
  if (others.length > 0) throw new Error(`expected one folder, got ${read.positionals.join(' and ')}`);
  if (folder !== undefined) checkFolder(resolve(folder));
  return read;
}

function parseCommand() {
  try {
    return parseArgs({ options: FLAGS, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${HELP}`);
  }
}

function checkFlag(flag: string, given: string | undefined, allowed: readonly string[]): void {
  if (given === undefined || allowed.includes(given)) return;
  throw new Error(`invalid --${flag}: expected ${allowed.join(', ')}, got "${given}"`);
}

/** Combines flags, answers and defaults. */
async function readOptions(
  values: Flags,
  folder: string | undefined,
  asks: boolean,
): Promise<ProjectOptions> {
  const choose = async <T extends string>(
    given: string | undefined,
    allowed: readonly T[],
    usual: T,
    message: string,
  ): Promise<T> => {
    if (given !== undefined || !asks) return (given ?? usual) as T;
    const options = allowed.map((value) => ({ value, label: LABELS[value] ?? value, hint: hintFor(value) }));
    return answered(await select<string>({ message, initialValue: usual, options })) as T;
  };
  const manager = detectPackageManager(process.env.npm_config_user_agent);
  const place = resolve(await folderFrom(folder, asks));
  const template = await choose(values.template, TEMPLATE_NAMES, 'api', 'Which template?');
  return {
    folder: place,
    template,
    language: await choose(values.language, LANGUAGES, 'ts', 'TypeScript or JavaScript?'),
    packageManager: await choose(values.manager, PACKAGE_MANAGERS, manager, 'Which package manager?'),
    tests: await choose(values.tests, TEST_RUNNERS, 'vitest', 'Which test runner?'),
    docker: await confirmed(values.docker, asks, 'Add a Dockerfile?'),
  };
}

function nextSteps({ folder, packageManager }: ProjectOptions): string {
  const path = relative(process.cwd(), folder);
  const steps = [
    ...(path === '' ? [] : [`cd ${path}`]),
    `${packageManager} install`,
    `${runCommand(packageManager)} dev`,
  ];
  return steps.map((step) => `  ${styleText('cyan', step)}`).join('\n');
}

/** Why a project cannot be written to a folder; `undefined` if it can. */
function problemOf(folder: string): string | undefined {
  try {
    checkFolder(resolve(folder));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function folderFrom(given: string | undefined, asks: boolean): Promise<string> {
  if (given !== undefined) return given;
  if (!asks) return USUAL_FOLDER;
  return answered(
    await text({
      message: 'What is the name of the application?',
      placeholder: USUAL_FOLDER,
      defaultValue: USUAL_FOLDER,
      validate: (name = '') => problemOf(name || USUAL_FOLDER),
    }),
  );
}

function hintFor(value: string): string {
  return TEMPLATES.find(({ name }) => name === value)?.description ?? '';
}

async function confirmed(given: boolean | undefined, asks: boolean, message: string): Promise<boolean> {
  if (given !== undefined || !asks) return given === true;
  return answered(await confirm({ message, initialValue: true }));
}

/** Whether to create a Git repository. Not asked if Git is missing, or inside a repository. */
async function gitFrom(given: boolean | undefined, folder: string, asks: boolean): Promise<boolean> {
  const isOffered = asks && repositoryOf(folder) === undefined && runGit(['--version'], process.cwd());
  return confirmed(given, isOffered, 'Make it a Git repository?');
}

/** Returns whether Git succeeded. */
function runGit(args: readonly string[], cwd: string): boolean {
  return spawnSync('git', args, { cwd, stdio: 'ignore' }).status === 0;
}

/** @throws {Canceled} if the user pressed Ctrl-C */
function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new Canceled();
  return answer as Exclude<T, symbol>;
}
