/** A request to send. */
export interface Ask {
  readonly method: string;
  readonly target: string;
  readonly fields: Fields;
  readonly body: string;
}

/** Headers by name; a list is sent as one line per element. `Host` is `example.com` by default. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

export function ask(method: string, target: string, fields: Fields = {}, body = ''): Ask {
  return { method, target, fields, body };
}

export function get(target: string, fields: Fields = {}): Ask {
  return ask('GET', target, fields);
}

export function head(target: string, fields: Fields = {}): Ask {
  return ask('HEAD', target, fields);
}

/** @param body - in latin1 */
export function post(target: string, type: string, body: string, fields: Fields = {}): Ask {
  return ask('POST', target, { 'Content-Type': type, ...fields }, body);
}

/** The request in latin1. Without `Connection: close`, which the fast lane leaves to Node. */
export function format({ method, target, fields, body }: Ask): string {
  const lines = [`${method} ${target} HTTP/1.1`];
  const host = Object.keys(fields).some((name) => name.toLowerCase() === 'host');
  if (!host) lines.push('Host: example.com');
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : value) lines.push(`${name}: ${one}`);
  }
  const framed = 'Transfer-Encoding' in fields || 'Content-Length' in fields;
  if (body !== '' && !framed) lines.push(`Content-Length: ${body.length}`);
  lines.push('', body);
  return lines.join('\r\n');
}
