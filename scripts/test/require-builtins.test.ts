import { expect, test } from 'vitest';
import { requireBuiltins } from '../require-builtins.mjs';

const rewritten = (code: string) => requireBuiltins.renderChunk(code)?.code;

test('expensive builtins are required in place', () => {
  const code = [
    'import { join } from "node:path";',
    'import http, { Server, createServer as createServer$1 } from "node:http";',
    'import https from "node:https";',
    'import { Socket } from "node:net";',
    'import { a } from "./shared/a.js";',
    'export { http };',
  ];
  expect(rewritten(code.join('\n'))?.split('\n')).toEqual([
    code[0],
    'import { createRequire as createBuiltinRequire } from "node:module"; const requireBuiltin = createBuiltinRequire("/"); const http = requireBuiltin("node:http"), { Server, createServer: createServer$1 } = http;',
    'const https = requireBuiltin("node:https");',
    'const { Socket } = requireBuiltin("node:net");',
    code[4],
    code[5],
  ]);
});

test('an import for side effects becomes a require', () => {
  expect(rewritten('import "node:http";')).toMatch(/; requireBuiltin\("node:http"\);$/);
});

test('a chunk without such builtins stays the same', () => {
  expect(rewritten('import { join } from "node:path";\nimport "@nextpress/core";')).toBeUndefined();
});

test.each(['import * as http from "node:http";', 'import http, * as all from "node:http";'])(
  'an unsupported import is rejected: %s',
  (code) => {
    expect(() => rewritten(code)).toThrow(
      `Invalid import of a builtin: expected a default or named import, got ${code}`,
    );
  },
);

test('a chunk that uses a reserved name is rejected', () => {
  const code = 'import { Socket } from "node:net";\nfunction requireBuiltin() {}';
  expect(() => rewritten(code)).toThrow('Reserved name requireBuiltin');
});
