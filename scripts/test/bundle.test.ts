import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';

test('turbo builds packages again when a script of the build changes', () => {
  const imports = readFileSync(join(root, 'scripts/bundle.mjs'), 'utf8').matchAll(/ from '\.\/(.+)';$/gm);
  const { tasks } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8'));
  for (const file of ['bundle.mjs', ...Array.from(imports, ([, name]) => name)]) {
    expect(tasks.build.inputs).toContain(`$TURBO_ROOT$/scripts/${file}`);
  }
});
