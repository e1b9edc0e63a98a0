import { expect, test } from 'vitest';
import { requireBuiltins } from '../require-builtins.mjs';

const rewritten = (code: string) => requireBuiltins.renderChunk(code)?.code;

test('builtins whose getters are costly are required, in place', () => {
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

test('an import for its effects is one that requires', () => {
  expect(rewritten('import "node:http";')).toMatch(/; requireBuiltin\("node:http"\);$/);
});

test('a chunk without them stays as it is', () => {
  expect(rewritten('import { join } from "node:path";\nimport "@nextpress/core";')).toBeUndefined();
});

test.each(['import * as http from "node:http";', 'import http, * as all from "node:http";'])(
  'a form of import that it does not know is refused: %s',
  (code) => {
    expect(() => rewritten(code)).toThrow(`write a default or named import instead of: ${code}`);
  },
);

test('its names are its own', () => {
  const code = 'import { Socket } from "node:net";\nfunction requireBuiltin() {}';
  expect(() => rewritten(code)).toThrow('requireBuiltin is the name of');
});
