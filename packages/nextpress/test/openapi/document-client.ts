/** @module A client that knows a server only by its OpenAPI document: which requests it takes, and how it responds. */

import type { OpenApiDocument } from '@nextpress/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
}

interface Content {
  readonly content?: Readonly<Record<string, unknown>>;
}

/** The values of one request. Those of a URL and of headers are sent as text. */
export interface ClientRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly header: Readonly<Record<string, string>>;
  /** `undefined` for none. */
  readonly body: unknown;
}

export interface ClientResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** A number of JSON. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export class DocumentClient {
  readonly #document: OpenApiDocument;
  readonly #url: string;
  readonly #ajv: Ajv2020;

  constructor(document: OpenApiDocument, url: string) {
    this.#document = document;
    this.#url = url;
    // Ajv optimizes away the declaration of a variable that it reads, where `not` fails before a recursive `$ref`.
    const settings = {
      strict: false,
      logger: false,
      validateFormats: false,
      code: { optimize: false },
    } as const;
    this.#ajv = new Ajv2020(settings).addSchema(document, 'document');
  }

  /** Whether the document allows a request. */
  allows(path: string, method: string, request: ClientRequest): boolean {
    const place = ['paths', path, method];
    const { parameters = [], requestBody } = this.#at<{
      parameters?: Parameter[];
      requestBody?: { required?: boolean };
    }>(place);
    const areValid = parameters.every(({ name, in: part, required = false }, at) => {
      const text = request[part][name];
      if (text === undefined) return !required;
      return readings(text).some((value) =>
        this.#matches([...place, 'parameters', String(at), 'schema'], value),
      );
    });
    if (requestBody === undefined) return areValid;
    if (request.body === undefined) return areValid && requestBody.required !== true;
    const schema = [...place, 'requestBody', 'content', 'application/json', 'schema'];
    return areValid && this.#matches(schema, request.body);
  }

  /** Whether the document allows a value as the content of a response. */
  describes(path: string, method: string, status: number, value: unknown): boolean {
    return this.#matches(
      ['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema'],
      value,
    );
  }

  async send(path: string, method: string, request: ClientRequest): Promise<ClientResponse> {
    const { body } = request;
    const filled = path.replace(/\{(.*?)\}/g, (_match, name: string) =>
      encodeURIComponent(request.path[name] ?? ''),
    );
    const target = `${filled}?${new URLSearchParams(request.query)}`;
    const headers = {
      ...request.header,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return this.sendText(target, method, headers, body === undefined ? undefined : JSON.stringify(body));
  }

  async sendText(
    target: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
  ): Promise<ClientResponse> {
    const options = { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) };
    const response = await fetch(new URL(target, this.#url), options);
    const type = String(response.headers.get('content-type')).replace(/;.*/, '');
    return { status: response.status, type, text: await response.text() };
  }

  /** Expects that the document describes a response: its status, its media type and its content. */
  expectDescribed(path: string, method: string, { status, type, text }: ClientResponse): void {
    const responses = ['paths', path, method, 'responses'];
    const known = this.#at<Record<string, unknown>>(responses);
    const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((each) => each in known);
    expect(key, `status ${status} of ${method} ${path}: ${text}`).toBeDefined();
    const { $ref } = known[key as string] as { $ref?: string };
    const place = $ref === undefined ? [...responses, key as string] : $ref.split('/').slice(1);
    const { content = {} } = this.#at<Content>(place);
    expect(Object.keys(content)).toContain(type);
    const value: unknown = /json/.test(type) ? JSON.parse(text) : text;
    const matches = this.#matches([...place, 'content', type, 'schema'], value);
    expect(matches, `${status} ${type} ${text} of ${method} ${path}`).toBe(true);
  }

  #matches(place: readonly string[], value: unknown): boolean {
    const pointer = place
      .map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = this.#ajv.getSchema(`document#/${pointer}`);
    expect(validate, pointer).toBeDefined();
    return validate?.(value) === true;
  }

  #at<Part>(place: readonly string[]): Part {
    let part: unknown = this.#document;
    for (const name of place) part = (part as Record<string, unknown>)[name];
    return part as Part;
  }
}

/** What a text of a URL may stand for. */
function readings(text: string): unknown[] {
  const booleans = text === 'true' || text === 'false' ? [text === 'true'] : [];
  return [text, ...booleans, ...(NUMBER.test(text) ? [Number(text)] : [])];
}
