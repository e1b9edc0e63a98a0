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
  /** The title and the version of the API. */
  readonly info: OpenApiInfo;
  /** The base URLs of the API; by default that of the document. */
  readonly servers?: readonly OpenApiServer[] | undefined;
  /** Descriptions of tags, in the order in which pages show them. */
  readonly tags?: readonly OpenApiTag[] | undefined;
  /** Of all operations without their own `openapi.security`. */
  readonly security?: OpenApiSecurity | undefined;
  /** More documentation elsewhere. */
  readonly externalDocs?: OpenApiExternalDocs | undefined;
  /** Copied to the document, such as `securitySchemes`. */
  readonly components?: OpenApiComponents | undefined;
  /** JSON Schemas with `$id` that no route has and that others refer to. */
  readonly schemas?: readonly object[] | undefined;
  /**
   * The status of responses to requests that do not match their schemas, for routes whose validator does not say it; `false` omits
   * these and all other responses to invalid requests.
   * @defaultValue 400
   */
  readonly validationStatus?: 400 | 422 | false | undefined;
  /**
   * The format of the errors of the server and its body parsers: problem details of RFC 9457, JSON with `status`, `error`, `code` and
   * `message`, or the pages of `nextpress/express`.
   * @defaultValue that of the application; `'json'` without one
   */
  readonly errorFormat?: ErrorFormat | undefined;
  /** Changes an operation, or omits it by returning `undefined`: for example, adds `security` below a prefix. */
  readonly transform?:
    | ((
        operation: OpenApiOperation,
        route: DocumentedRoute & { readonly method: string },
      ) => OpenApiOperation | undefined)
    | undefined;
  /**
   * Called with the route for each part of it that the document leaves out.
   * @defaultValue `process.emitWarning`
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Options of `openapi`. */
export interface OpenApiOptions extends DocumentOptions {
  /**
   * The path of the document as JSON; `false` for none.
   * @defaultValue '/openapi.json'
   */
  readonly path?: string | false | undefined;
  /**
   * The path of the document as YAML; `false` for none.
   * @defaultValue `path` with the extension `.yaml`
   */
  readonly yaml?: string | false | undefined;
  /**
   * The path of a page for browsing the document and sending requests. It needs the package swagger-ui-dist.
   * @defaultValue false
   */
  readonly ui?: string | false | undefined;
}

/** Where the plugin serves what. */
export interface OpenApiPaths {
  readonly json: string | undefined;
  readonly yaml: string | undefined;
  readonly ui: string | undefined;
}

/**
 * Reads the options.
 *
 * @throws TypeError for an invalid option
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
    throw new TypeError('Invalid option "path": expected a path, because "ui" shows the document, got false');
  }
  return { json, yaml: yaml === json ? undefined : yaml, ui };
}

function readPath(name: string, path: string | false | undefined): string | undefined {
  if (path === undefined || path === false) return undefined;
  if (typeof path !== 'string' || !/^\/[\w.~/-]*[\w.~-]$/.test(path)) {
    throw new TypeError(
      `Invalid option "${name}": expected a path such as '/docs' without a slash at its end, got ${JSON.stringify(path)}`,
    );
  }
  return path;
}
