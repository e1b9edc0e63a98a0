import { encodeLocation } from './encode-location.ts';
import type { HelpedResponse } from './helped-response.ts';
import { shown } from './shown.ts';

/** `res.links`: the `Link` field of RFC 8288 §3. */
export function links(
  this: HelpedResponse,
  targets: Readonly<Record<string, string | URL | readonly (string | URL)[]>>,
): HelpedResponse {
  if (typeof targets !== 'object' || targets === null) {
    throw new TypeError(`res.links() takes an object of URLs by their relation; got ${shown(targets)}.`);
  }
  const present = this.getHeader('Link');
  let value = present ? String(present) : '';
  for (const relation of Object.keys(targets)) {
    const urls = targets[relation];
    for (const url of Array.isArray(urls) ? urls : [urls]) {
      value += `${value === '' ? '' : ', '}${linkTo(url, relation)}`;
    }
  }
  return this.set('Link', value);
}

/** A URL has no `>`, which would end it here: it is escaped, like whatever else a URL can't hold. */
function linkTo(url: unknown, relation: string): string {
  const isPlain = !relation.includes('"') && !relation.includes('\\');
  return `<${targetOf(url, relation)}>; rel="${isPlain ? relation : relation.replace(/[\\"]/g, '\\$&')}"`;
}

function targetOf(url: unknown, relation: string): string {
  if (typeof url === 'string') return encodeLocation(url);
  if (url instanceof URL) return encodeLocation(url.href);
  const got = `${shown(url)} as ${shown(relation)}`;
  throw new TypeError(`res.links() takes URLs, as strings or URL objects; got ${got}.`);
}
