import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript-5';
import { expect, test } from 'vitest';
import { filesIn } from '../check/files.mjs';
import { root } from '../root.mjs';
import { publicPackages, readWorkspace } from '../workspace.mjs';

/** One text for each package: its published types without comments. A change of an API is a change of that file. */
const FOLDER = 'public-types';
const packages = publicPackages(readWorkspace()).map(({ path, folder }) => ({
  name: basename(path),
  folder,
}));

/** If you meant to change the API: `npm test -- scripts/test/public-types -u`, and commit the file. */
test.each(packages)(
  'the public types of $name are those that have been reviewed',
  async ({ name, folder }) => {
    const printer = ts.createPrinter({ removeComments: true });
    const dist = join(folder, 'dist');
    const texts = ts.sys.readDirectory(dist, ['.d.cts'], ['modules']).map((path) => {
      const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
      return `// ${path.slice(dist.length + 1, -'.d.cts'.length)}\n${printer.printFile(file)}`;
    });
    await expect(texts.sort().join('\n')).toMatchFileSnapshot(join(root, FOLDER, `${name}.txt`));
  },
);

test('each reviewed file belongs to a package', () => {
  expect(filesIn(FOLDER)).toEqual(packages.map(({ name }) => `${FOLDER}/${name}.txt`).sort());
});
