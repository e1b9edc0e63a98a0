import type { ServerOptions as HttpServerOptions } from 'node:http';
import type { ServerOptions as HttpsServerOptions } from 'node:https';
import type { Query } from '@nextpress/core';
import type { Request } from './messages.ts';

/** Node's options for the `http.Server` that `listen` makes; each means what Node's documentation says. */
export type NodeServerOptions = Omit<HttpServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Options of `createServer`: Nextpress's own, and Node's for the `http.Server` beneath. Of an application mounted in
 * another only `caseSensitive` and `strict` count: the request, its query and its errors are the outer one's.
 */
export interface ServerOptions extends NodeServerOptions {
  /**
   * Whether `/Users` and `/users` are different paths.
   * @defaultValue false, as in Express
   */
  caseSensitive?: boolean;
  /**
   * Whether `/users/` and `/users` are different paths.
   * @defaultValue false, as in Express
   */
  strict?: boolean;
  /**
   * `'development'` shows clients the message and the stack of every error; any other value shows neither for a
   * status from 500 on.
   * @defaultValue `process.env.NODE_ENV`, or `'production'` where that is not set
   */
  env?: string;
  /**
   * Parses the query, without its `?`, when `req.query` is first read.
   * @defaultValue flat: `a=1&a=2` is `{ a: ['1', '2'] }`
   */
  queryParser?: (query: string) => Query;
  /**
   * Told of each error that no error handler answered, if its status is 500 or more, or if the response had begun.
   * It must not throw. An error behind `next()` is a process warning instead: the request has gone on.
   * @defaultValue prints the error with `console.error`
   */
  logError?: (error: unknown, req: Request) => void;
  /**
   * Whether `listen` puts the fast lane before Node's own way of reading connections: the same exchanges in a fraction
   * of the time. What it isn't sure of it leaves to Node.
   * @defaultValue true
   */
  fastLane?: boolean;
  /** Certificate, key and the other options of `https.createServer`: `listen` then serves HTTPS. */
  tls?: HttpsServerOptions;
}

/** The options as the application uses them. */
export interface Settings {
  readonly caseSensitive: boolean;
  readonly strict: boolean;
  readonly env: string;
  readonly queryParser: ((query: string) => Query) | undefined;
  readonly logError: (error: unknown, req: Request) => void;
  readonly fastLane: boolean;
  readonly tls: HttpsServerOptions | undefined;
  readonly node: NodeServerOptions;
}

const OWN: Readonly<Record<string, string>> = {
  caseSensitive: 'boolean',
  strict: 'boolean',
  env: 'string',
  queryParser: 'function',
  logError: 'function',
  fastLane: 'boolean',
  tls: 'object',
};

/** What Node's `http.createServer` takes, on any of the supported versions. */
const NODE: ReadonlySet<string> = new Set([
  'connectionsCheckingInterval',
  'headersTimeout',
  'highWaterMark',
  'httpValidation',
  'insecureHTTPParser',
  'joinDuplicateHeaders',
  'keepAlive',
  'keepAliveInitialDelay',
  'keepAliveTimeout',
  'keepAliveTimeoutBuffer',
  'maxHeaderSize',
  'noDelay',
  'optimizeEmptyRequests',
  'rejectNonStandardBodyWrites',
  'requestTimeout',
  'requireHostHeader',
  'shouldUpgradeCallback',
  'uniqueHeaders',
]);

/**
 * Checks the options and fills in what was left out.
 *
 * @throws TypeError naming the first option that does not exist or has the wrong type.
 */
export function readOptions(options: ServerOptions): Settings {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `createServer() takes an object of options, got ${String(options)}: write {} or nothing`,
    );
  }
  const node: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (NODE.has(name)) node[name] = value;
    else checkOwn(name, value);
  }
  return {
    caseSensitive: options.caseSensitive ?? false,
    strict: options.strict ?? false,
    env: options.env ?? process.env.NODE_ENV ?? 'production',
    queryParser: options.queryParser,
    logError: options.logError ?? printError,
    fastLane: options.fastLane ?? true,
    tls: options.tls,
    node,
  };
}

function checkOwn(name: string, value: unknown): void {
  const type = OWN[name];
  if (type === undefined) {
    const known = [...Object.keys(OWN), ...NODE].sort();
    const meant = known.find((other) => other.toLowerCase() === name.toLowerCase());
    const hint = meant === undefined ? `the options are ${known.join(', ')}` : `write ${meant}`;
    throw new TypeError(`createServer() has no option "${name}": ${hint}`);
  }
  const got = value === null ? 'null' : typeof value;
  if (value !== undefined && got !== type) {
    throw new TypeError(`the option ${name} of createServer() is ${got}: write a value of type ${type}`);
  }
}

function printError(error: unknown): void {
  console.error(error);
}
