import type {
  OpenApiComponents,
  OpenApiExternalDocs,
  OpenApiInfo,
  OpenApiOperation,
  OpenApiSecurity,
  OpenApiServer,
  OpenApiTag,
} from './document-types.ts';
import type { DocumentedRoute } from './documented-route.ts';
import type { ErrorFormat } from './operations/error-responses.ts';

/** Options of `createDocument`. */
export interface DocumentOptions {
  readonly info: OpenApiInfo;
  /** The base URLs of the API; by default that of the document. */
  readonly servers?: readonly OpenApiServer[] | undefined;
  readonly tags?: readonly OpenApiTag[] | undefined;
  /** Of all operations without their own `openapi.security`. */
  readonly security?: OpenApiSecurity | undefined;
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
