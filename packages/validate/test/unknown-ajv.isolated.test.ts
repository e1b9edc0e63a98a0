import { once } from 'node:events';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { compileSchema } from '../src/index.ts';

interface CodeGenerator {
  prototype: { toString(): string };
}

const require = createRequire(import.meta.url);

test('an ajv whose code is unknown validates by its own code, with a warning', async () => {
  // The text of every generated function, as another version of ajv might print it.
  const { CodeGen } = require('ajv/dist/compile/codegen') as { CodeGen: CodeGenerator };
  const print = CodeGen.prototype.toString;
  CodeGen.prototype.toString = function () {
    return print.call(this).replace(/^function (\w+)/, 'function $1 ');
  };
  const warned = once(process, 'warning');
  const tree = { type: 'object', properties: { child: { $ref: '#' }, n: { type: 'integer' } } };
  const compiled = compileSchema(tree);
  const [warning] = await warned;
  expect(warning).toMatchObject({ name: 'NextpressWarning', code: 'NEXTPRESS_AJV_CODE' });
  expect(warning.message).toMatch(/^ajv 8\.\d+\.\d+ generates code for a function in a form that/);
  expect(compiled.validate({ child: { n: 1 } })).toHaveProperty('value');
  // Only the first error, because the work to collect them could not be limited.
  expect(compiled.validate({ n: 'x', child: { n: 'x' } })).toEqual({
    issues: [{ location: 'body.child.n', message: 'must be integer', keyword: 'type' }],
  });
});
