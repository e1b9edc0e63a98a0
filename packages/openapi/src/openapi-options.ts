import type {
  OpenApiComponents,
  OpenApiExternalDocs,
  OpenApiInfo,
  OpenApiOperation,
  OpenApiSecurity,
  OpenApiServer,
  OpenApiTag,
} from './document-types.ts';
import type { DocumentedRoute, ErrorFormat } from './registered-routes.ts';

/** Options of `createDocument`. */
export interface DocumentOptions {
  /** Title and version of the API. */
  readonly info: OpenApiInfo;
  /** Base URLs of the API; by default the server that serves the document. */
  readonly servers?: readonly OpenApiServer[] | undefined;
  /** Descriptions of tags, in display order. */
  readonly tags?: readonly OpenApiTag[] | undefined;
  /** The default for operations without their own `openapi.security`. */
  readonly security?: OpenApiSecurity | undefined;
  /** A link to further documentation. */
  readonly externalDocs?: OpenApiExternalDocs | undefined;
  /** Copied to the document, for example `securitySchemes`. */
  readonly components?: OpenApiComponents | undefined;
  /** JSON Schemas with an `$id` that other schemas reference but no route uses. */
  readonly schemas?: readonly object[] | undefined;
  /**
   * The status of the response to requests that do not match their schemas, unless the route's validator declares one.
   * `false` omits all responses to invalid requests.
   * @defaultValue 400
   */
  readonly validationStatus?: 400 | 422 | false | undefined;
  /**
   * The error format of the server and its body parsers: problem details (RFC 9457), JSON with `status`, `error`, `code` and
   * `message`, or the HTML pages of `nextpress/express`.
   * @defaultValue the application's format; `'problem'` for a router or a list of routes
   */
  readonly errorFormat?: ErrorFormat | undefined;
  /** Changes an operation, or omits it by returning `undefined`. Use it, for example, to add `security` below a prefix. */
  readonly transform?:
    | ((
        operation: OpenApiOperation,
        route: DocumentedRoute & { readonly method: string },
      ) => OpenApiOperation | undefined)
    | undefined;
  /**
   * Called for each part of a route that the document omits.
   * @defaultValue `process.emitWarning`
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Options of `openapi`. */
export interface OpenApiOptions extends DocumentOptions {
  /**
   * The path of the JSON document; `false` disables it.
   * @defaultValue '/openapi.json'
   */
  readonly path?: string | false | undefined;
  /**
   * The path of the YAML document; `false` disables it.
   * @defaultValue `path` with the extension `.yaml`
   */
  readonly yaml?: string | false | undefined;
  /**
   * The path of a page for browsing the document and sending requests. Requires the swagger-ui-dist package.
   * @defaultValue false
   */
  readonly ui?: string | false | undefined;
}

/** The paths that the plugin serves. */
export interface OpenApiPaths {
  readonly json: string | undefined;
  readonly yaml: string | undefined;
  readonly ui: string | undefined;
}

/**
 * Validates the options, and returns the paths to serve.
 *
 * @throws TypeError if an option is invalid
 */
export function readPaths(options: OpenApiOptions): OpenApiPaths {
  const { info, path = '/openapi.json' } = options;
  if (typeof info?.title !== 'string' || typeof info.version !== 'string') {
    throw new TypeError(
      'Invalid option "info": expected an object with title and version, such as { title: "API", version: "1.0.0" }',
    );
  }
  const json = readPath('path', path);
  const yaml = readPath('yaml', options.yaml ?? json?.replace(/\.json$/, '.yaml'));
  const ui = readPath('ui', options.ui);
  if (ui !== undefined && json === undefined) {
    throw new TypeError(
      'Invalid option "path": expected a path, because "ui" displays the document, got false',
    );
  }
  return { json, yaml: yaml === json ? undefined : yaml, ui };
}

function readPath(name: string, path: string | false | undefined): string | undefined {
  if (path === undefined || path === false) return undefined;
  if (typeof path !== 'string' || !/^\/[\w.~/-]*[\w.~-]$/.test(path)) {
    throw new TypeError(
      `Invalid option "${name}": expected a path such as '/docs' without a trailing slash, got ${JSON.stringify(path)}`,
    );
  }
  return path;
}
