import type { HelpedResponse } from './helped-response.ts';

/** `res.links`: the `Link` header of RFC 8288 §3. */
export function links(
  this: HelpedResponse,
  targets: Readonly<Record<string, string | URL | readonly (string | URL)[]>>,
): HelpedResponse {
  const present = this.getHeader('Link');
  let value = present ? `${present}, ` : '';
  let separator = '';
  for (const relation of Object.keys(targets)) {
    const urls = targets[relation];
    value += separator + (Array.isArray(urls) ? listOf(urls, relation) : linkOf(urls, relation));
    separator = ', ';
  }
  return this.set('Link', value);
}

function listOf(urls: readonly unknown[], relation: string): string {
  return urls.map((url) => linkOf(url, relation)).join(', ');
}

function linkOf(url: unknown, relation: string): string {
  return `<${url}>; rel="${relation}"`;
}
