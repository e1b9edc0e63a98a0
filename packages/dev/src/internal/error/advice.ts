import { DOCUMENTED_CODES } from './documented-codes.ts';

/** The likely cause of an error, and a link to more. */
export interface Advice {
  readonly text: string;
  readonly url: string | undefined;
}

const DOCS = 'https://github.com/nextpress/nextpress/blob/main/docs/';

/** Matched by error code, or else by message; the first match wins. */
const ADVICE: readonly (readonly [pattern: RegExp, text: string, page?: string])[] = [
  [
    /^ERR_MODULE_NOT_FOUND|^MODULE_NOT_FOUND/,
    'A module is not installed, or its path is wrong. ES module imports need the file extension: ./users.js.',
  ],
  [
    /^ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX/,
    'Node only removes types. Install tsx for enums, namespaces and parameter properties: npm install --save-dev tsx.',
    'typescript.md',
  ],
  [
    /^ERR_UNKNOWN_FILE_EXTENSION/,
    'This version of Node does not run TypeScript: npm install --save-dev tsx.',
    'typescript.md',
  ],
  [/^EADDRINUSE/, 'Another process is using this port.'],
  [/^ERR_HTTP_HEADERS_SENT/, 'The request got two responses: return after the first one.'],
  [/^ERR_RETURNED_AFTER_RESPONSE/, 'A handler called res.send() and also returned a value: do only one.'],
  [/^ERR_BODY|^ERR_CHARSET|^ERR_CONTENT_CODING/, 'A body parser rejected the body.'],
  [/^ERR_VALIDATION|^ERR_RESPONSE_/, 'A value does not match the schema of the route.'],
  [/^ECONNREFUSED/, 'A server that the application needs is not running, such as its database.'],
  [/^ENOENT/, 'A file does not exist. Relative paths are resolved from the working directory.'],
  [
    /\.cookies|\.body\b|reading '(?:body|cookies|session|user)'/,
    'Middleware may be missing, or registered after the route.',
    'middleware.md',
  ],
  [
    /\.decorate is not a function/,
    'Use decorateRequest() or decorateResponse(), and keep application data in app.locals.',
    'migrate-from-fastify.md',
  ],
  [
    /^(?:next|res) is not a function/,
    'Handlers receive (req, res, next), not a context as in Koa.',
    'migrate-from-koa.md',
  ],
  [/is not a function/, 'Check the import, and whether the module has this export.'],
];

export function adviceFor(code: string | undefined, message: string): Advice | undefined {
  const found = ADVICE.find(
    ([pattern]) => (code !== undefined && pattern.test(code)) || pattern.test(message),
  );
  const entry = code !== undefined && DOCUMENTED_CODES.has(code) ? entryOf(code) : undefined;
  const text = found?.[1] ?? (entry && `The documentation explains ${code} and how to fix it.`);
  const page = found?.[2] ?? entry;
  return text === undefined ? undefined : { text, url: page && DOCS + page };
}

/** The anchor of a code on the page of error codes. */
function entryOf(code: string): string {
  return `error-codes.md#${code.toLowerCase()}`;
}
