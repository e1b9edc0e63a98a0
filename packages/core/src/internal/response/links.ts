import type { PatchedResponse } from './patched-response.ts';

/** `res.links`: the `Link` header of RFC 8288 §3. */
export function links(
  this: PatchedResponse,
  targets: Readonly<Record<string, string | URL | readonly (string | URL)[]>>,
): PatchedResponse {
  const present = this.get('Link');
  let value = present ? `${present}, ` : '';
  let separator = '';
  for (const relation of Object.keys(targets)) {
    const urls = targets[relation];
    value += separator + (Array.isArray(urls) ? linkList(urls, relation) : formatLink(urls, relation));
    separator = ', ';
  }
  return this.set('Link', value);
}

function linkList(urls: readonly unknown[], relation: string): string {
  return urls.map((url) => formatLink(url, relation)).join(', ');
}

function formatLink(url: unknown, relation: string): string {
  return `<${url}>; rel="${relation}"`;
}
