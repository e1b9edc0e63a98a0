import type { RequestHandler } from '@nextpress/server';
import { FACTORY, OPENAPI_DOCUMENT, ROUTES } from '@nextpress-internal/internals/keys';
import { createDocument, emitWarning } from './create-document.ts';
import type { OpenApiDocument } from './document-types.ts';
import { type OpenApiOptions, type OpenApiPaths, readPaths } from './openapi-options.ts';
import { applicationOf, errorFormatOf } from './registered-routes.ts';
import { isRouteSource, type RouteSource, routesOf } from './route-source.ts';
import { toYaml } from './to-yaml.ts';
import {
  contentSecurityPolicy,
  relativePath,
  START_SCRIPT,
  startScript,
  VIEWER_FILES,
  viewerFolder,
  viewerPage,
} from './viewer.ts';

/** The part of an application or scope that the plugin uses. */
interface OpenApiScope {
  get(path: string, options: object, handler: RequestHandler): unknown;
}

/**
 * Creates a plugin that serves an application's OpenAPI document as JSON and YAML and, with `ui`, as a page. The
 * document describes all routes of the scope that registers the plugin, including those registered later. It is created
 * on the first request.
 *
 * @throws TypeError if an option is invalid
 *
 * @example
 * ```ts
 * import { openapi } from '@nextpress/openapi';
 * import { createServer } from 'nextpress';
 *
 * const app = createServer();
 * app.register(openapi({ info: { title: 'Users', version: '1.0.0' } }));
 * app.get('/users/:id', { openapi: { summary: 'Reads a user' } }, (req, res) => res.json({ id: req.params.id }));
 * // GET /openapi.json => 200 Content-Type: application/json; charset=utf-8
 * // GET /users/7 => 200 {"id":"7"}
 * ```
 */
export function openapi(
  options: OpenApiOptions,
): ((scope: object) => void) & { readonly pluginName: string } {
  const paths = readPaths(options);
  const plugin = (scope: object): void => {
    const document = cachedDocument(scope, options);
    serveDocument(scope as OpenApiScope, paths, document);
    if (paths.ui !== undefined) servePage(scope as OpenApiScope, paths, options);
  };
  return Object.assign(plugin, { pluginName: '@nextpress/openapi' });
}

/** Lets `register()` report the mistake `app.register(openapi)`, which lacks the call. */
Object.defineProperty(openapi, FACTORY, { value: true });

/** Caches the document until routes change. Each warning is emitted once. */
function cachedDocument(scope: object, options: OpenApiOptions): () => OpenApiDocument {
  const source = documentedScope(scope);
  let table: object | undefined;
  let document: OpenApiDocument | undefined;
  const { onWarning = emitWarning } = options;
  const warnings = new Set<string>();
  const warnOnce = (message: string): void => {
    if (warnings.has(message)) return;
    warnings.add(message);
    onWarning(message);
  };
  const create = (): OpenApiDocument => {
    const current = source[ROUTES]();
    if (document === undefined || table !== current) {
      document = createDocument(routesOf(source), {
        errorFormat: errorFormatOf(source),
        ...options,
        onWarning: warnOnce,
      });
      table = current;
    }
    return document;
  };
  const application = applicationOf(source);
  // If an application has several documents, `nextpress openapi` writes the first.
  if (!(OPENAPI_DOCUMENT in application))
    Object.defineProperty(application, OPENAPI_DOCUMENT, { value: create });
  return create;
}

/**
 * Returns the scope that registers the plugin, or the application that it is called with. Applications are functions.
 */
function documentedScope(scope: object): RouteSource {
  const { parent } = scope as { parent?: unknown };
  const source = typeof scope === 'function' ? scope : parent;
  if (isRouteSource(source)) return source;
  throw new TypeError(
    'Invalid application for openapi(): expected app.register(openapi(options)) on a Nextpress application',
  );
}

const HIDDEN = { openapi: { hide: true } };

function serveDocument(
  scope: OpenApiScope,
  { json, yaml }: OpenApiPaths,
  document: () => OpenApiDocument,
): void {
  if (json !== undefined) scope.get(json, HIDDEN, (_req, res) => res.json(document()));
  if (yaml !== undefined) {
    scope.get(yaml, HIDDEN, (_req, res) => res.type('application/yaml').send(toYaml(document())));
  }
}

function servePage(
  scope: OpenApiScope,
  { json = '', ui = '' }: OpenApiPaths,
  { info, servers }: OpenApiOptions,
): void {
  const root = viewerFolder();
  const script = startScript(relativePath(`${ui}/`, json));
  const policy = contentSecurityPolicy(servers);
  const name = ui.slice(ui.lastIndexOf('/') + 1);
  scope.get(ui, HIDDEN, (req, res) => {
    const isFolder = (req.originalUrl.split('?', 1)[0] as string).endsWith('/');
    res.set('Content-Security-Policy', policy);
    res.set('X-Content-Type-Options', 'nosniff');
    res.type('html').send(viewerPage(info.title, isFolder ? './' : `./${name}/`));
  });
  scope.get(`${ui}/${START_SCRIPT}`, HIDDEN, (_req, res) => res.type('js').send(script));
  for (const file of VIEWER_FILES) {
    scope.get(`${ui}/${file}`, HIDDEN, (_req, res, next) => res.sendFile(file, { root }, next));
  }
}
