import { expect, test } from 'vitest';
import { commonJsTypes, moduleTypes } from '../declarations.mjs';

test('the types for CommonJS import those of their own package with the extension of CommonJS', () => {
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

test('an entry that require returns a member of is assigned in CommonJS', () => {
  expect(commonJsTypes(whole)).toBe(`import { json } from './json.cjs';
declare function main(): void;
declare namespace main {
    export { json, };
}
export = main;
`);
});

test('the ES module of such an entry exports the member as its default, and the others by name', () => {
  expect(moduleTypes(whole, './main.cjs')).toBe(`import whole from './main.cjs';
export default whole;
export type { A, C } from './main.cjs';
export { json } from './main.cjs';
`);
});

test('a re-export of such an entry stays one', () => {
  const emitted = "export { default, default as 'module.exports', json, } from '@scope/main';\n";
  expect(commonJsTypes(emitted)).toBe("import whole = require('@scope/main');\nexport = whole;\n");
  expect(moduleTypes(emitted, './main.cjs')).toBe(`import whole from './main.cjs';
export default whole;
export { json } from './main.cjs';
`);
});

test('a member of such an entry is one, too', () => {
  const emitted = "export { json as default, json as 'module.exports' } from '../main.ts';\n";
  expect(commonJsTypes(emitted)).toBe("import whole = require('../main.cjs');\nexport = whole.json;\n");
  expect(moduleTypes(emitted, './json.cjs')).toBe("import whole from './json.cjs';\nexport default whole;\n");
});

test('an export that CommonJS types can not have next to an assignment is an error', () => {
  expect(() => commonJsTypes(`export interface A {}\n${whole}`)).toThrow('got export interface A {}');
});
