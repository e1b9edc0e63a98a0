import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { SchemaCompiler } from '../src/compile-schema.ts';
import { ResponseCompiler } from '../src/route/response-compiler.ts';
import { type Draft, readSuite } from './official-suite.ts';

/** Valid values with undeclared properties, and objects to which a `default` is added. */
const CHANGED = [
  /^additionalProperties: additionalProperties are allowed by default > additional properties are allowed$/,
  /^default: .* > (still valid when the invalid default is used|missing properties are not filled in with the default)$/,
  /^(dependentSchemas|dependencies): dependent subschema incompatible with root > (matches|no) dependency$/,
  /^not: forbidden property > property absent$/,
  /^properties: object properties validation > doesn't invalidate other properties$/,
  // The meta-schemas declare defaults.
  /^(definitions|defs|ref): .* > (valid definition schema|remote ref valid)$/,
  // A property of an "if" that does not apply.
  /^dynamicRef: multiple dynamic paths to the \$dynamicRef keyword > string list with string values$/,
];

interface Response {
  readonly name: string;
  readonly data: unknown;
  /** The response, or the error. */
  readonly sent: unknown;
}

/** Sends every valid value. */
function sendAll(draft: Draft, mode: 'check' | 'serialize'): Response[] {
  // The first schema of a compiler takes much longer than the others, because it compiles the meta-schemas.
  const shared = new SchemaCompiler({ strict: false });
  return readSuite(draft).flatMap((group) => {
    const isAlone = /"\$(?:id|anchor|ref|dynamicRef|dynamicAnchor)"/.test(JSON.stringify(group.schema));
    const compiler = isAlone ? new SchemaCompiler({ strict: false, schemas: group.remotes }) : shared;
    const place = { location: '', coerce: false, unknownKeys: 'keep', maxErrors: 1 } as const;
    let serialize: (value: unknown) => string;
    let validate: (value: unknown) => object;
    try {
      const compiled = compiler.compile(group.schema, place, '');
      validate = (value) => compiled.validate(value);
      serialize = new ResponseCompiler(compiler, mode).compile(group.schema, '');
    } catch {
      return [];
    }
    const valid = group.cases.filter(({ data, valid }) => valid && 'value' in validate(data));
    return valid.map(({ name, data }) => ({
      name: `${group.name} > ${name}`,
      data,
      sent: send(serialize, data),
    }));
  });
}

function send(serialize: (value: unknown) => string, data: unknown): unknown {
  try {
    return JSON.parse(serialize(data));
  } catch (error) {
    return error;
  }
}

test.each(['check', 'serialize'] as const)(
  '%s: valid values of the JSON Schema Test Suite are sent unchanged',
  (mode) => {
    for (const [draft, count] of [
      ['draft2020-12', 700],
      ['draft7', 530],
    ] as const) {
      const responses = sendAll(draft, mode);
      expect(responses.length).toBeGreaterThan(count);
      const different = responses.filter(({ data, sent }) => !isDeepStrictEqual(sent, data));
      const expected = responses.filter(({ name }) => CHANGED.some((pattern) => pattern.test(name)));
      expect(different).toEqual(expected);
    }
  },
  120_000,
);
