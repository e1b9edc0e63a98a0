import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript-5';
import { root } from '../root.mjs';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { filesIn } from './files.mjs';

/** One text for each package: its published types without comments. A change of an API is a change of that file. */
const FOLDER = 'public-types';
const remedy = 'if you meant to change the API, run `npm run check -- api --write` and commit the file';

/** The public types are those that have been reviewed. @type {import('./finding.mjs').Check} */
export function checkApi(workspace) {
  const texts = new Map(
    publicPackages(workspace).map((pkg) => [
      `${FOLDER}/${pkg.path.slice('packages/'.length)}.txt`,
      typesOf(pkg),
    ]),
  );
  const facts = `public types of ${plural(texts.size, 'package')}`;
  if (process.argv.includes('--write')) {
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return { facts, problems: [] };
  }
  const problems = [...texts].flatMap(([where, text]) => {
    const line = firstDifference(
      existsSync(join(root, where)) ? readFileSync(join(root, where), 'utf8') : '',
      text,
    );
    return line === undefined ? [] : [{ where, problem: `differs from the built types: ${line}`, remedy }];
  });
  const unknown = filesIn(FOLDER).filter((path) => !texts.has(path));
  return {
    facts,
    problems: [
      ...problems,
      ...unknown.map((where) => ({ where, problem: 'belongs to no package', remedy: 'delete it' })),
    ],
  };
}

/** @param {import('../workspace.mjs').Package} pkg */
function typesOf({ folder }) {
  const printer = ts.createPrinter({ removeComments: true });
  const dist = join(folder, 'dist');
  return ts.sys
    .readDirectory(dist, ['.d.cts'], ['modules'])
    .map((path) => {
      const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
      return `// ${path.slice(dist.length + 1, -'.d.cts'.length)}\n${printer.printFile(file)}`;
    })
    .sort()
    .join('\n');
}

/** @param {string} reviewed @param {string} built @returns {string | undefined} */
function firstDifference(reviewed, built) {
  if (reviewed === built) return undefined;
  const old = new Set(reviewed.split('\n'));
  return built.split('\n').find((line) => !old.has(line)) ?? 'lines are gone or have moved';
}
