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
  const added = Object.entries(targets).flatMap(([relation, urls]) =>
    [urls].flat().map((url) => linkTo(url, relation)),
  );
  return this.set('Link', [...(present ? [String(present)] : []), ...added].join(', '));
}

/** A URL has no `>`, which would end it here: it is escaped, like whatever else a URL can't hold. */
function linkTo(url: unknown, relation: string): string {
  if (typeof url !== 'string' && !(url instanceof URL)) {
    throw new TypeError(
      `res.links() takes URLs, as strings or URL objects; got ${shown(url)} as ${shown(relation)}.`,
    );
  }
  return `<${encodeLocation(String(url))}>; rel="${relation.replace(/[\\"]/g, '\\$&')}"`;
}
