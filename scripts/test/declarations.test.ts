import { expect, test } from 'vitest';
import { commonJsTypes, moduleTypes } from '../declarations.mjs';

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

test('a member of another module can be module.exports', () => {
  const emitted = "export { json as default, json as 'module.exports' } from '../main.ts';\n";
  expect(commonJsTypes(emitted)).toBe("import whole = require('../main.cjs');\nexport = whole.json;\n");
  expect(moduleTypes(emitted, './json.cjs')).toBe("import whole from './json.cjs';\nexport default whole;\n");
});

test('an export that cannot stand next to an assignment is an error', () => {
  expect(() => commonJsTypes(`export interface A {}\n${whole}`)).toThrow('got export interface A {}');
});
