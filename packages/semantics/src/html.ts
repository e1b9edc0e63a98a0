/** @module Escapes text for HTML, and renders the page that Express sends for errors and redirects. */

const ENTITIES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

/**
 * Escapes text for an HTML element or a quoted attribute.
 *
 * @example
 * import { escapeHtml } from '@nextpress/semantics/html';
 *
 * escapeHtml('<a>'); // => "&lt;a&gt;"
 */
export function escapeHtml(text: string): string {
  return text.replace(/["&'<>]/g, (char) => ENTITIES[char] ?? char);
}

/**
 * Renders the page of `finalhandler` and `send`, byte for byte.
 *
 * @param content - HTML, which is not escaped
 *
 * @example
 * import { htmlPage } from '@nextpress/semantics/html';
 *
 * htmlPage('Error', 'Not Found').includes('<pre>Not Found</pre>'); // => true
 */
export function htmlPage(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
</head>
<body>
<pre>${content}</pre>
</body>
</html>
`;
}
