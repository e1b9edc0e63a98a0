import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'vitest';
import {
  createDocument,
  type DocumentedRoute,
  type DocumentOptions,
  type OpenApiDocument,
} from '../src/index.ts';

/** Creates a document, validates it with an independent implementation, and returns it with its warnings. */
export async function describeRoutes(
  routes: readonly DocumentedRoute[],
  options: Partial<DocumentOptions> = {},
): Promise<{ document: OpenApiDocument; warnings: string[] }> {
  const warnings: string[] = [];
  const document = createDocument(routes, {
    info: { title: 'Test', version: '1.0.0' },
    onWarning: (message) => warnings.push(message),
    // Omits the "default" response of each operation.
    errorFormat: 'json',
    ...options,
  });
  await expectValid(document);
  return { document, warnings };
}

/** Validates the document against the JSON Schema of OpenAPI 3.1, and checks that all references in it resolve. */
export async function expectValid(document: OpenApiDocument): Promise<void> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document) as never);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
  for (const ref of refsIn(document)) expect(ref, `$ref ${ref}`).toSatisfy(() => leadsTo(document, ref));
}

/** The references of a document, except in examples. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each] : key === 'examples' ? [] : refsIn(each),
  );
}

function leadsTo(document: OpenApiDocument, ref: string): boolean {
  let place: unknown = document;
  for (const token of ref.replace(/^#\//, '').split('/')) {
    const name = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return false;
    place = (place as Record<string, unknown>)[name];
  }
  return true;
}
