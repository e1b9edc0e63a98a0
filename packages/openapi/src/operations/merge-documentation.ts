import type { JsonSchema, OpenApiMediaType, OpenApiOperation } from '../document-types.ts';
import { isSchemaObject } from '../schemas/subschemas.ts';
import { describeStatus, openApiStatus } from './responses.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Merges the developer's `openapi` documentation into the operation derived from the schemas. Parameters are merged by name.
 * Media types replace `application/json`, and take over its schema unless they have their own.
 */
export function mergeDocumentation(operation: OpenApiOperation, documentation: Fields): OpenApiOperation {
  const { hide: _hide, parameters, requestBody, responses, ...others } = documentation;
  return {
    ...others,
    ...operation,
    ...(operation.parameters !== undefined || Array.isArray(parameters)
      ? { parameters: mergeParameters(operation.parameters ?? [], parameters) }
      : {}),
    ...(isSchemaObject(requestBody) ? { requestBody: mergeContent(operation.requestBody, requestBody) } : {}),
    ...(isSchemaObject(responses)
      ? { responses: mergeResponses(Object(operation.responses), responses) }
      : {}),
  } as OpenApiOperation;
}

function mergeParameters(
  derived: NonNullable<OpenApiOperation['parameters']>,
  written: unknown,
): OpenApiOperation['parameters'] {
  const key = (parameter: unknown): string => {
    const { in: place, name } = Object(parameter) as { in?: unknown; name?: unknown };
    return `${place} ${name}`;
  };
  const merged: Record<string, unknown>[] = derived.map((parameter) => ({ ...parameter }));
  for (const parameter of Array.isArray(written) ? written : []) {
    const same = merged.find((each) => '$ref' in parameter === false && key(each) === key(parameter));
    if (same === undefined) merged.push(parameter);
    else Object.assign(same, parameter);
  }
  return merged as never;
}

function mergeResponses(derived: Fields, written: Fields): Fields {
  const merged: Record<string, unknown> = { ...derived };
  for (const [status, response] of Object.entries(written)) {
    const name = openApiStatus(status);
    const own = merged[name];
    const isOwn = isSchemaObject(own) && !('$ref' in own);
    const isWhole = !isSchemaObject(response) || '$ref' in response;
    merged[name] = isWhole
      ? response
      : mergeContent(isOwn ? own : { description: describeStatus(name) }, response);
  }
  return merged;
}

/** Merges request bodies or responses, which both have `content`. */
function mergeContent(derived: Fields | undefined, written: Fields): Fields {
  const content = derived?.content as Readonly<Record<string, OpenApiMediaType>> | undefined;
  if (!isSchemaObject(written.content)) return { ...derived, ...written };
  const [first] = Object.values(content ?? {});
  const schema: { schema?: JsonSchema } = first?.schema === undefined ? {} : { schema: first.schema };
  const merged = Object.entries(written.content).map(([type, media]) => [
    type,
    { ...schema, ...Object(media) },
  ]);
  return { ...derived, ...written, content: Object.fromEntries(merged) };
}
