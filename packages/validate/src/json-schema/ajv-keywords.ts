/** @module Cold: keywords and formats that replace ajv's. */

import type { Ajv, CodeKeywordDefinition, ErrorObject } from 'ajv';
import { loadPeer } from './ajv-code.ts';
import { areUnique } from './linear-time.ts';

type AjvModule = typeof import('ajv');
type Code = CodeKeywordDefinition['code'];

/** Replaces keywords that are slow or wrong in ajv. */
export function replaceKeywords(ajv: Ajv, collectsErrors: boolean): void {
  const module = loadPeer<AjvModule>('ajv');
  ajv.addFormat('url', URL_FORMAT);
  for (const keyword of ['const', 'enum']) replaceCode(ajv, keyword, comparisonCode(keyword, module));
  if (collectsErrors) {
    for (const keyword of ['anyOf', 'oneOf']) replaceCode(ajv, keyword, unionCode(module));
  }
  replaceCode(ajv, 'multipleOf', multipleCode(module));
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isUnique: boolean) => (isUnique ? areUnique : () => true),
    error: { message: 'must NOT have duplicate items' },
  });
}

/** Creates a keyword with different code, which may use the original code. */
function replaceCode(ajv: Ajv, keyword: string, replace: (original: Code) => Code): void {
  const original = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  ajv.removeKeyword(keyword);
  ajv.addKeyword({ ...original, code: replace(original.code) });
}

/**
 * The `url` format of ajv-formats without the part that takes seconds for a 40 kB string: `\S+(?::\S*)?@` matches nothing that
 * `\S+@` does not match.
 */
const URL_FORMAT =
  /^(?:https?|ftp):\/\/(?:\S+@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu;

/**
 * Code for `const` and `enum`. Ajv compares objects and arrays with a function that calls the value's `valueOf` and `toString`,
 * so a body such as `{"toString":1}` would throw.
 */
function comparisonCode(keyword: string, { _ }: AjvModule): (original: Code) => Code {
  return (original) => (context, ruleType) => {
    const values: readonly unknown[] = keyword === 'const' ? [context.schema] : context.schema;
    if (values.every((value) => typeof value !== 'object' || value === null)) {
      original(context, ruleType);
      return;
    }
    const isAllowed = context.gen.scopeValue('func', {
      ref: (value: unknown) => values.some((allowed) => areEqual(allowed, value)),
    });
    context.fail(_`!${isAllowed}(${context.data})`);
  };
}

/** Code for `multipleOf`. Ajv divides floating-point numbers, which makes 19.99 not a multiple of 0.01. */
function multipleCode({ _ }: AjvModule): () => Code {
  return () => (context) => {
    const { gen, data, schema } = context;
    const check = gen.scopeValue('func', { ref: multipleOf(Number(schema)) });
    context.fail$data(_`!${check}(${data})`);
  };
}

/** Whether two JSON values are equal. Takes time proportional to the smaller one. */
function areEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && areEqual(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}

/**
 * Code for `anyOf` and `oneOf` when errors are collected. Ajv reports the errors of all branches, so errors of irrelevant
 * branches, such as those for another discriminator value, could come first.
 */
function unionCode({ _, str, Name }: AjvModule): (original: Code) => Code {
  const [all, count, path] = ['vErrors', 'errors', 'instancePath'].map((name) => new Name(name));
  return (original) => (context, ruleType) => {
    const { gen, it } = context;
    // In `if`, `not` and `contains`, ajv only counts errors, without details.
    if (it.createErrors === false) {
      original(context, ruleType);
      return;
    }
    const keep = gen.scopeValue('func', { ref: keepBestErrors });
    /** The number of errors before the first branch, and after each. */
    const ends = gen.const('ends', _`[${count}]`);
    const subschema = context.subschema.bind(context);
    const error = context.error.bind(context);
    context.subschema = (...args) => {
      const inside = subschema(...args);
      gen.code(_`${ends}.push(${count})`);
      return inside;
    };
    context.error = (...args) => {
      gen.assign(count as never, _`${keep}(${all}, ${ends}, ${str`${path}${it.errorPath}`})`);
      error(...args);
    };
    original(context, ruleType);
  };
}

/**
 * Drops the errors of branches that do not fit a value, and returns how many errors are left.
 *
 * @param errors - all errors so far
 * @param ends - how many errors there were before the first branch, and after each
 * @param path - the location of the value
 */
function keepBestErrors(errors: ErrorObject[] | null, ends: readonly number[], path: string): number {
  const [start = 0] = ends;
  if (errors === null) return start;
  const branches = ends.slice(1).map((end, index) => errors.slice(ends[index], end));
  const meant = branches.filter((branch) => branch.every((error) => !isOfOtherValues(error, path)));
  const least = Math.min(...meant.map((branch) => branch.length));
  if (meant.length === 0) return errors.length;
  errors.splice(start, errors.length, ...meant.filter((branch) => branch.length === least).flat());
  return errors.length;
}

/** Whether an error means that a branch expects another type or discriminator. */
function isOfOtherValues({ keyword, instancePath }: ErrorObject, path: string): boolean {
  if (keyword === 'type') return instancePath.length === path.length;
  return ['const', 'enum'].includes(keyword) && !instancePath.includes('/', path.length + 1);
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** Below this limit, different decimals of the same scale stay different as floats, and so do their quotients by a power of ten. */
const MAX_EXACT = 1e15;

/** Higher powers of ten are not exact as floats. */
const MAX_SCALE = 22;

/** Creates a check for multiples of a number. Both are treated as exact decimals: the shortest that represent the float. */
export function multipleOf(divisor: number): (value: number) => boolean {
  const [digits, exponent] = decimalOf(divisor);
  const scale = Math.max(0, -exponent);
  const power = scale > MAX_SCALE ? Number.POSITIVE_INFINITY : 10 ** scale;
  const scaledDivisor = Number(scaled(digits, exponent + scale));
  return (value) => {
    const scaledValue = Math.round(value * power);
    if (Math.abs(scaledValue) < MAX_EXACT && scaledDivisor < MAX_EXACT)
      return scaledValue / power === value && scaledValue % scaledDivisor === 0;
    return Number.isFinite(value) && isExactMultiple(value, digits, exponent);
  };
}

function isExactMultiple(value: number, divisorDigits: bigint, divisorExponent: number): boolean {
  const [digits, exponent] = decimalOf(value);
  const scale = Math.min(exponent, divisorExponent);
  return scaled(digits, exponent - scale) % scaled(divisorDigits, divisorExponent - scale) === 0n;
}

/** The digits of a number and its power of ten. */
function decimalOf(value: number): readonly [digits: bigint, exponent: number] {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? [];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function scaled(digits: bigint, exponent: number): bigint {
  return digits * 10n ** BigInt(exponent);
}
