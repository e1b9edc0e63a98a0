import type { DocumentOptions } from './document-options.ts';

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
