import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { limitedCode, plainCode } from '../src/json-schema/ajv-code.ts';
import { work } from '../src/json-schema/work-limit.ts';

const SCHEMA = {
  type: 'object',
  anyOf: [{ properties: { for: { const: 'for(let i = {};' } } }, true],
  patternProperties: { '^a': { $ref: '#/$defs/list' } },
  unevaluatedProperties: false,
  $defs: { list: { type: 'array', items: { anyOf: [{ type: 'number' }, { $ref: '#/$defs/list' }] } } },
};

/** Compiles the schema with a version of ajv that prints its code in another form. */
function compileWith(change: (code: string) => string): (value: unknown) => boolean {
  const { process, ...code } = limitedCode(undefined, 5);
  const ajv = new Ajv2020({
    allErrors: true,
    validateSchema: false,
    logger: false,
    code: { ...code, process: (text) => process(change(text)) },
  });
  return Object.assign(ajv, { nextpressWork: work }).compile(SCHEMA);
}

describe('code that ajv generates in another form', () => {
  test('is accepted as ajv prints it today, whatever strings the schema contains', () => {
    const validate = compileWith((code) => code);
    expect(validate({ for: 'for(let i = {};', a: [1, [2]] })).toBe(true);
    expect(validate({ constructor: 1 })).toBe(false);
  });

  test.each<[string, (code: string) => string]>([
    ['the start of a function', (code) => code.replace('let vErrors = null;', 'let vErrors=null;')],
    ['the start of a function', (code) => code.replace('let vErrors = null;', 'let allErrors = null;')],
    ['a loop', (code) => code.replace(/for\((const \w+ in \w+)\)\{/, 'for($1)')],
    ['a loop', (code) => code.replace(/for\(let (\w+)=0; ([^;]+);[^)]*\)\{/, 'let $1=-1;while(++$2){')],
    ['a loop', (code) => code.replace(/for\((const \w+) in (\w+)\)/, 'for($1 of list(a(b(c($2)))))')],
    ['a loop', (code) => code.replace(/for\(const (\w+) in (\w+)\)\{/, 'Object.keys($2).forEach(($1)=>{')],
    ['evaluated properties', (code) => code.replace(/\bprops(\d+ = )/g, 'evaluated$1')],
    ['evaluated properties', (code) => code.replace(/(props\d+) = (?:\1 \|\| )?\{\}/, '$1 ??= {}')],
    ['evaluated properties', (code) => code.replace(/props\d+\[key\d+\] = true/, 'props0[name] = true')],
  ])('is an error when %s is in a form that could not be limited', (what, change) => {
    let isChanged = false;
    const compile = () =>
      compileWith((code) => {
        const changed = change(code);
        isChanged ||= changed !== code;
        return changed;
      });
    expect(compile).toThrow(new RegExp(`^ajv 8\\.\\d+\\.\\d+ generates code for ${what} in a form that`));
    expect(isChanged).toBe(true);
  });

  test('is also an error without collecting errors', () => {
    const { process } = plainCode(undefined);
    const code = 'let vErrors=null;let errors=0;if(typeof data !== "string"){vErrors=[{}];}';
    expect(() => process(code)).toThrow('generates code for the start of a function');
  });
});
