import { shown } from '../shown.ts';
import { encodeLocation } from './encode-location.ts';
import type { HelpedResponse } from './helped-response.ts';

const isOwn = Object.prototype.hasOwnProperty;

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
  for (const relation in targets) {
    if (!isOwn.call(targets, relation)) continue;
    const urls = targets[relation];
    if (!Array.isArray(urls)) value = withLink(value, urls, relation);
    else for (const url of urls) value = withLink(value, url, relation);
  }
  return this.set('Link', value);
}

/** A URL has no `>`, which would end it here: it is escaped, like whatever else a URL can't hold. */
function withLink(links: string, url: unknown, relation: string): string {
  return `${links === '' ? '<' : `${links}, <`}${targetOf(url, relation)}${relationOf(relation)}`;
}

function targetOf(url: unknown, relation: string): string {
  if (typeof url === 'string') return encodeLocation(url);
  if (url instanceof URL) return encodeLocation(url.href);
  const got = `${shown(url)} as ${shown(relation)}`;
  throw new TypeError(`res.links() takes URLs, as strings or URL objects; got ${got}.`);
}

/** What follows the URL, by relation: an application has few, and to look one up takes less than to look through it. */
const known = new Map<string, string>();
const MOST_RELATIONS = 64;
const LONGEST_RELATION = 64;

function relationOf(relation: string): string {
  const kept = known.get(relation);
  if (kept !== undefined) return kept;
  const made = `>; rel="${relation.replace(/[\\"]/g, '\\$&')}"`;
  if (known.size < MOST_RELATIONS && relation.length <= LONGEST_RELATION) known.set(relation, made);
  return made;
}
