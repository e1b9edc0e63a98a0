import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commonJsTypes, moduleTypes, writeDeclarations } from '../declarations.mjs';

/** Writes the declarations of a package whose entry is `index`. @returns the published files */
function publish(modules: Readonly<Record<string, string>>): string[] {
  const dist = mkdtempSync(join(tmpdir(), 'nextpress-declarations-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  mkdirSync(join(dist, 'modules/internal'), { recursive: true });
  for (const [name, text] of Object.entries(modules)) {
    writeFileSync(join(dist, `modules/${name}.d.ts`), text);
  }
  writeDeclarations({ modules: join(dist, 'modules'), dist, entries: ['index'] });
  return readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?!modules).*\.c?ts$/.test(path),
  );
}

const PRIVATE_TYPE =
  "import { KEY } from '@nextpress-internal/internals/keys';\nexport interface B { [KEY]: 1 }\n";

test('a package publishes only the types that an entry imports, directly or through others', () => {
  const index = "export type { A } from './internal/a.ts';\n";
  const a = "import type { C } from '../c.ts';\nexport type A = C;\n";
  const files = publish({ index, 'internal/a': a, c: 'export type C = 1;\n', 'internal/b': PRIVATE_TYPE });
  expect(files.sort()).toEqual(['c.d.cts', 'index.d.cts', 'index.d.ts', join('internal', 'a.d.cts')]);
});

test('the build fails when a published type refers to a package that is not published', () => {
  const index = "export type { B } from './internal/b.ts';\n";
  expect(() => publish({ index, 'internal/b': PRIVATE_TYPE })).toThrow(
    'Invalid type in internal/b.ts: expected published types, got one of @nextpress-internal/internals/keys',
  );
});

test('CommonJS types import their own package with the extension .cjs', () => {
  const emitted = `import { type A } from './a.ts';\nexport declare const b: import("../b.ts").B<A>;\nexport { c } from 'other';\n`;
  expect(commonJsTypes(emitted)).toBe(
    `import { type A } from './a.cjs';\nexport declare const b: import("../b.cjs").B<A>;\nexport { c } from 'other';\n`,
  );
  expect(moduleTypes(emitted, './index.cjs')).toBe("export * from './index.cjs';\n");
});

const whole = `import { json } from './json.ts';
declare function main(): void;
declare namespace main {
    export { json, };
}
export type { A, B as C, };
export { main as default, main as 'module.exports', json, };
`;

test('CommonJS types assign a member when module.exports is one', () => {
  expect(commonJsTypes(whole)).toBe(`import { json } from './json.cjs';
declare function main(): void;
declare namespace main {
    export { json, };
}
export = main;
`);
});

test('module types export that member as default and the others by name', () => {
  expect(moduleTypes(whole, './main.cjs')).toBe(`import whole from './main.cjs';
export default whole;
export type { A, C } from './main.cjs';
export { json } from './main.cjs';
`);
});

test('a re-export of module.exports stays a re-export', () => {
  const emitted = "export { default, default as 'module.exports', json, } from '@scope/main';\n";
  expect(commonJsTypes(emitted)).toBe("import whole = require('@scope/main');\nexport = whole;\n");
  expect(moduleTypes(emitted, './main.cjs')).toBe(`import whole from './main.cjs';
export default whole;
export { json } from './main.cjs';
`);
});

test('a re-export of module.exports can re-export everything', () => {
  const emitted =
    "export * from '@scope/main';\nexport type * from './types.ts';\nexport { default, default as 'module.exports' } from '@scope/main';\n";
  expect(commonJsTypes(emitted)).toBe("import whole = require('@scope/main');\nexport = whole;\n");
  expect(moduleTypes(emitted, './main.cjs')).toBe(`import whole from './main.cjs';
export default whole;
export * from '@scope/main';
export type * from './types.cjs';
`);
});

test('a member of another module can be module.exports', () => {
  const emitted = "export { json as default, json as 'module.exports' } from '../main.ts';\n";
  expect(commonJsTypes(emitted)).toBe("import whole = require('../main.cjs');\nexport = whole.json;\n");
  expect(moduleTypes(emitted, './json.cjs')).toBe("import whole from './json.cjs';\nexport default whole;\n");
});

test('an export that cannot stand next to an assignment is an error', () => {
  expect(() => commonJsTypes(`export interface A {}\n${whole}`)).toThrow('got export interface A {}');
});
