/** @module Formats the names in a directory as HTML or JSON. */

import { escapeHtml } from '@nextpress/semantics/html';
import type { DirectoryNames } from './read-names.ts';

/**
 * @param path - of the directory, for the title
 * @param hasParent - whether to link to the parent directory
 */
export function htmlListing(path: string, { names, isComplete }: DirectoryNames, hasParent: boolean): string {
  const links = [...(hasParent ? ['../'] : []), ...names].map(linkTo);
  const more = isComplete ? '' : '<p>There are more names, which are not listed.</p>\n';
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

export function jsonListing({ names, isComplete }: DirectoryNames): string {
  return JSON.stringify({ names, complete: isComplete });
}

/** The target starts with a dot segment, so that no name can be a scheme or a host. */
function linkTo(name: string): string {
  const target = name === '../' ? name : `./${name.split('/').map(encodeURIComponent).join('/')}`;
  return `<li><a href="${escapeHtml(target)}">${escapeHtml(name)}</a></li>`;
}
