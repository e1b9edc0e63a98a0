/** A response with its content. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The content as JSON. */
  json(): unknown;
}

export interface Visit extends Omit<RequestInit, 'body'> {
  /** Values other than strings, forms and bytes are sent as JSON. */
  readonly body?: unknown;
}

/** A client that stores cookies, follows no redirects, and reads each response to its end. */
export class Visitor {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.visit(path, { headers });
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.visit(path, { method: 'POST', body, headers });
  }

  async visit(path: string, { body, headers, ...rest }: Visit = {}): Promise<Reply> {
    const fields = new Headers(headers);
    if (this.#cookies.size > 0 && !fields.has('Cookie')) fields.set('Cookie', this.cookies);
    // fetch would ask for an unconditional response instead.
    if (fields.has('If-None-Match')) fields.set('Cache-Control', 'max-age=0');
    const isPlain = typeof body === 'object' && body !== null && body.constructor === Object;
    if (isPlain) fields.set('Content-Type', 'application/json');
    const content = isPlain ? JSON.stringify(body) : (body as RequestInit['body']);
    const response = await fetch(this.#url + path, {
      redirect: 'manual',
      ...rest,
      headers: fields,
      ...(content == null ? {} : { body: content }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  }

  /** As the field `Cookie` has them. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const isOver = /; *(Max-Age=0|Expires=Thu, 01 Jan 1970)/i.test(line);
    if (isOver) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
