/** @module Requests the routes of an application with `fetch`. Runs in browsers, so it imports nothing from Node. */

import type { BaseUrl, Client } from './client-types.ts';
import { contentOf } from './content.ts';
import { fillPath } from './fill-path.ts';
import { queryOf, simpleText } from './texts.ts';

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** Sent with each request: an object, or a function that returns one or a promise of one. The headers of a request take precedence. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined;
  /**
   * Sends the requests.
   * @defaultValue the global `fetch`
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

type HeaderFields = Readonly<Record<string, unknown>>;

/** A request, without its types. */
interface ClientRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: HeaderFields;
  readonly body?: unknown;
  readonly form?: unknown;
  readonly signal?: AbortSignal;
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const;

/**
 * Creates a client for an application. Its routes with schemas come from the type `App`.
 *
 * @param baseUrl - the URL of the application; in a browser, `''` means the origin of the page
 * @throws TypeError for an unknown option
 *
 * @example
 * ```ts
 * import { createClient } from '@nextpress/client';
 * import { createServer } from 'nextpress';
 * import { z } from 'zod';
 *
 * const user = z.object({ id: z.string(), name: z.string() });
 * const app = createServer().get('/users/:id', { schema: { response: { 200: user } } }, (req, res) =>
 *   res.json({ id: req.params.id, name: 'Ada' }),
 * );
 * const server = app.listen(0, async () => {
 *   const { port } = server.address() as { port: number };
 *   const client = createClient<typeof app>(`http://localhost:${port}`);
 *   const result = await client.get('/users/:id', { params: { id: '7' } });
 *   const name = result.status === 200 ? result.body.name : undefined; // => 'Ada'
 *   await app.close();
 * });
 * ```
 */
export function createClient<App>(baseUrl: BaseUrl<App>, options: ClientOptions = {}): Client<App> {
  checkNames('createClient', options, ['headers', 'fetch']);
  const base = String(baseUrl).replace(/\/$/, '');

  async function send(method: string, pattern: string, request: ClientRequest = {}) {
    checkNames(`client.${method}`, request, ['params', 'query', 'headers', 'body', 'form', 'signal']);
    const { params = {}, query = {}, body, form, signal = null } = request;
    const given = typeof options.headers === 'function' ? await options.headers() : options.headers;
    const headers = new Headers();
    for (const [name, value] of [...Object.entries(given ?? {}), ...Object.entries(request.headers ?? {})])
      if (value !== undefined && String(value) !== '')
        headers.set(name, simpleText(`header "${name}"`, value));
    const content = contentOf(body, form, headers);
    const response = await (options.fetch ?? fetch)(base + fillPath(pattern, params) + queryOf(query), {
      method: method.toUpperCase(),
      headers,
      signal,
      ...content,
    });
    const { status, ok } = response;
    return { status, ok, body: await readContent(response), headers: response.headers };
  }

  return Object.fromEntries(
    METHODS.map((method) => [
      method,
      (pattern: string, request?: ClientRequest) => send(method, pattern, request),
    ]),
  ) as unknown as Client<App>;
}

/** Parsed JSON, the text of other types, or `undefined` without content. */
async function readContent(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  return /[/+]json\b/i.test(response.headers.get('Content-Type') ?? '') ? JSON.parse(text) : text;
}

function checkNames(owner: string, options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`Unknown option "${unknown}" of ${owner}(): expected one of ${names.join(', ')}.`);
}
