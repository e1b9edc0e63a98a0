/** @module What a listing reads like. */

import { escapeHtml } from '@nextpress/semantics/html';
import type { DirectoryNames } from './read-names.ts';

/**
 * A page with a link to each name.
 *
 * @param path - the directory's, as it is shown
 * @param hasParent - whether there is a directory above that is served
 */
export function htmlListing(path: string, { names, isComplete }: DirectoryNames, hasParent: boolean): string {
  const links = [...(hasParent ? ['../'] : []), ...names].map(linkTo);
  const more = isComplete ? '' : '<p>There are more, which are not listed.</p>\n';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(path)}</title>
<h1>${escapeHtml(path)}</h1>
<ul>
${links.join('\n')}
</ul>
${more}</html>
`;
}

/** The names, and whether they are all. */
export function jsonListing({ names, isComplete }: DirectoryNames): string {
  return JSON.stringify({ names, complete: isComplete });
}

/** Begins with a dot segment, so that no name is taken for a scheme or a host. */
function linkTo(name: string): string {
  const target = name === '../' ? name : `./${name.split('/').map(encodeURIComponent).join('/')}`;
  return `<li><a href="${escapeHtml(target)}">${escapeHtml(name)}</a></li>`;
}
