import { Ajv2020 } from 'ajv/dist/2020.js';
import { Ajv2020 as Ajv17 } from 'ajv-8.17/dist/2020.js';
import { Ajv2020 as Ajv18 } from 'ajv-8.18/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { limitedCode, loadPeer, UnknownCodeError } from '../src/json-schema/ajv-code.ts';
import { readSuite } from './official-suite.ts';

const SCHEMA = {
  type: 'object',
  anyOf: [{ properties: { for: { const: 'for(let i = {};' } } }, true],
  patternProperties: { '^a': { $ref: '#/$defs/list' } },
  unevaluatedProperties: false,
  $defs: { list: { type: 'array', items: { anyOf: [{ type: 'number' }, { $ref: '#/$defs/list' }] } } },
};

/** Compiles schemas with an ajv version whose generated code a test may change. */
function compiler(Version: typeof Ajv2020 = Ajv2020, change = (code: string) => code): Ajv2020 {
  const { process, ...code } = limitedCode(undefined, 5);
  const ajv = new Version({
    allErrors: true,
    strict: false,
    validateSchema: false,
    logger: false,
    code: { ...code, process: (text) => process(change(text)) },
  });
  // This package replaces the keyword.
  ajv.removeKeyword('uniqueItems');
  return Object.assign(ajv, { nextpressOnce: (validate: unknown) => validate });
}

describe('the code that ajv generates', () => {
  test.each([
    ['8.17', Ajv17],
    ['8.18', Ajv18],
    ['8.20', Ajv2020],
  ])('is recognized in ajv %s, whatever strings the schema contains', (_version, Version) => {
    const validate = compiler(Version as typeof Ajv2020).compile(SCHEMA);
    expect(validate({ for: 'for(let i = {};', a: [1, [2]] })).toBe(true);
    expect(validate({ constructor: 1 })).toBe(false);
    for (const { schema, remotes } of readSuite('draft2020-12')) {
      const ajv = compiler(Version as typeof Ajv2020);
      try {
        for (const [uri, remote] of Object.entries(remotes)) ajv.addSchema(remote, uri);
        ajv.compile(schema);
      } catch (error) {
        // Some schemas of the suite do not compile at all.
        expect(error).not.toBeInstanceOf(UnknownCodeError);
      }
    }
  });

  test.each<[string, (code: string) => string]>([
    ['a function', (code) => code.replace(/return function (\w+)/, 'return function $1 ')],
    ['a function', (code) => code.replace('return function ', 'const check = function ')],
    ['a loop', (code) => code.replace(/for\((const \w+ in \w+)\)\{/, 'for($1)')],
    ['a loop', (code) => code.replace(/for\(let (\w+)=0; ([^;]+);[^)]*\)\{/, 'let $1=-1;while(++$2){')],
    ['a loop', (code) => code.replace(/for\((const \w+) in (\w+)\)/, 'for($1 of list(a(b(c($2)))))')],
    ['a loop', (code) => code.replace(/for\(const (\w+) in (\w+)\)\{/, 'Object.keys($2).forEach(($1)=>{')],
    ['evaluated properties', (code) => code.replace(/\bprops(\d+ = )/g, 'evaluated$1')],
    ['evaluated properties', (code) => code.replace(/(props\d+) = (?:\1 \|\| )?\{\}/, '$1 ??= {}')],
    ['evaluated properties', (code) => code.replace(/props\d+\[key\d+\] = true/, 'props0[name] = true')],
  ])('is an error when %s has a form that cannot be limited', (what, change) => {
    let isChanged = false;
    const ajv = compiler(Ajv2020, (code) => {
      const changed = change(code);
      isChanged ||= changed !== code;
      return changed;
    });
    expect(() => ajv.compile(SCHEMA)).toThrow(new UnknownCodeError(what));
    expect(isChanged).toBe(true);
  });
});

test('the error for a missing package names the command that installs it', () => {
  expect(() => loadPeer('not-installed/dist/index.js')).toThrow(
    'Missing package for validation with JSON Schema: expected not-installed to be installed. Run: npm install not-installed',
  );
});
