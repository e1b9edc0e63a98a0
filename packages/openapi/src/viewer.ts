import { escapeHtml } from '@nextpress/semantics/html';
import { requirePackage } from '@nextpress/semantics/optional-package';
import type { OpenApiServer } from './document-types.ts';

/** The swagger-ui-dist files that the page loads. */
export const VIEWER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

/**
 * Returns the folder of swagger-ui-dist.
 *
 * @throws Error if it is not installed
 */
export function viewerFolder(): string {
  return requirePackage<() => string>('swagger-ui-dist/absolute-path.js', 'the option "ui"', [
    import.meta.url,
  ])();
}

/** The script that starts the viewer. A separate file, so that the page needs no inline scripts. */
export const START_SCRIPT = 'start.js';

/** @param base - the path of the viewer's files, relative to the page */
export function viewerPage(title: string, base: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeHtml(base)}swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${escapeHtml(base)}swagger-ui-bundle.js"></script>
<script src="${escapeHtml(base)}${START_SCRIPT}"></script>
</body>
</html>
`;
}

/** @param documentPath - relative to the folder of the script */
export function startScript(documentPath: string): string {
  const options = { dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null };
  return `SwaggerUIBundle({ url: new URL(${JSON.stringify(documentPath)}, document.currentScript.src).href, ...${JSON.stringify(options)} });
`;
}

/** Lets the page load its own files and send requests to the document's servers, and nothing else. */
export function contentSecurityPolicy(servers: readonly OpenApiServer[] = []): string {
  const origins = servers.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Returns a path relative to the page, which works below any prefix that a proxy adds or removes. */
export function relativePath(from: string, to: string): string {
  const folders = from.split('/').slice(1, -1);
  const target = to.split('/').slice(1);
  let shared = 0;
  while (shared < folders.length && shared < target.length - 1 && folders[shared] === target[shared])
    shared++;
  const up = '../'.repeat(folders.length - shared);
  return `${up === '' ? './' : up}${target.slice(shared).join('/')}`;
}
