import { once } from 'node:events';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { compileSchema } from '../src/index.ts';

interface CodeGenerator {
  prototype: { toString(): string };
}

const require = createRequire(import.meta.url);

test('an ajv version with unrecognized code validates with its own code, and warns', async () => {
  // The source of every generated function, as another ajv version might print it.
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
  expect(warning.message).toMatch(
    /does not recognize the code that ajv 8\.\d+\.\d+ generates for a function/,
  );
  expect(compiled.validate({ child: { n: 1 } })).toHaveProperty('value');
  // Only the first error, because the work of collecting them cannot be limited.
  expect(compiled.validate({ n: 'x', child: { n: 'x' } })).toEqual({
    issues: [{ location: 'body.child.n', message: 'must be integer', keyword: 'type' }],
  });
});
