import type { ServerOptions as HttpServerOptions } from 'node:http';
import type { ServerOptions as HttpsServerOptions } from 'node:https';
import type { EntityTagger, HelperSettings, JsonSettings, QueryParser } from '@nextpress/core';
import { checkOptionNames, invalidOption } from '@nextpress/semantics/options';
import { checkSettingOption } from './internal/application/setting-options.ts';
import type { Request } from './messages.ts';

/** Node's options for the `http.Server` that `listen` makes; each means what Node's documentation says. */
export type NodeServerOptions = Omit<HttpServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Options of `createServer`: Nextpress's own, and Node's for the `http.Server` beneath. Those with a setting's name behind them
 * are that setting: `app.set` changes it, `app.get` reads it.
 */
export interface ServerOptions extends NodeServerOptions {
  /**
   * Whether `/Users` and `/users` are different paths (`case sensitive routing`).
   * @defaultValue false, as in Express
   */
  caseSensitive?: boolean;
  /**
   * Whether `/users/` and `/users` are different paths (`strict routing`).
   * @defaultValue false, as in Express
   */
  strict?: boolean;
  /**
   * `'development'` shows clients the message and the stack of every error; any other value shows neither for a
   * status from 500 on (`env`).
   * @defaultValue `process.env.NODE_ENV`, or `'production'` where that is not set
   */
  env?: string;
  /**
   * Parses the query, without its `?`, when `req.query` is first read (`query parser`): `'simple'` is flat, `a=1&a=2` is
   * `{ a: ['1', '2'] }`, `'extended'` reads `a[b]=1` as an object in an object, `false` leaves it empty.
   * @defaultValue `'simple'`
   */
  queryParser?: QueryParser | boolean | 'simple' | 'extended';
  /**
   * Which peers may say for whom they ask, in `X-Forwarded-*` (`trust proxy`): a number of hops, addresses and networks
   * (`'loopback, 10.0.0.0/8'`), a function, or everybody with `true`, which believes whatever a client writes.
   * @defaultValue false
   */
  trustProxy?: boolean | number | string | readonly string[] | HelperSettings['trustProxy'];
  /**
   * The `ETag` of what `json` and `send` answer (`etag`): `true` and `'weak'` send a weak one.
   * @defaultValue false
   */
  etag?: boolean | 'weak' | 'strong' | EntityTagger;
  /** What `JSON.stringify` takes as `space` (`json spaces`). */
  jsonSpaces?: string | number;
  /** What `JSON.stringify` takes as `replacer` (`json replacer`). */
  jsonReplacer?: JsonSettings['replacer'];
  /**
   * Whether `<`, `>` and `&` are escaped in JSON (`json escape`).
   * @defaultValue false
   */
  jsonEscape?: boolean;
  /**
   * The name of the parameter that `res.jsonp` reads (`jsonp callback name`).
   * @defaultValue 'callback'
   */
  jsonpCallback?: string;
  /**
   * Whether `X-Powered-By` is sent (`x-powered-by`).
   * @defaultValue false
   */
  poweredBy?: boolean;
  /**
   * How many labels of a host name, from its end, aren't subdomains (`subdomain offset`).
   * @defaultValue 2
   */
  subdomainOffset?: number;
  /**
   * The folder or folders of the views (`views`).
   * @defaultValue `views` in the working directory
   */
  views?: string | readonly string[];
  /** The extension of views that are named without one (`view engine`). */
  viewEngine?: string;
  /**
   * Whether views are looked up once (`view cache`).
   * @defaultValue whether `NODE_ENV` is `'production'`
   */
  viewCache?: boolean;
  /**
   * Told of each error that no error handler answered, if its status is 500 or more (but for 501 and 505, which are about
   * what the client asked for), or if the response had begun.
   * It must not throw. An error behind `next()` that comes too late to be answered is a process warning instead.
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
  /** Settings by Express's names. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly logError: (error: unknown, req: Request) => void;
  readonly fastLane: boolean;
  readonly tls: HttpsServerOptions | undefined;
  readonly node: NodeServerOptions;
}

/** The type of an option, where it is all there is to check. */
const OWN: Readonly<Record<string, string>> = {
  caseSensitive: 'boolean',
  strict: 'boolean',
  jsonEscape: 'boolean',
  poweredBy: 'boolean',
  viewCache: 'boolean',
  env: 'string',
  viewEngine: 'string',
  logError: 'function',
  fastLane: 'boolean',
  tls: 'object',
};

/** The settings that options stand for. */
const SETTING_OF: Readonly<Record<string, string>> = {
  caseSensitive: 'case sensitive routing',
  strict: 'strict routing',
  env: 'env',
  queryParser: 'query parser',
  trustProxy: 'trust proxy',
  etag: 'etag',
  jsonSpaces: 'json spaces',
  jsonReplacer: 'json replacer',
  jsonEscape: 'json escape',
  jsonpCallback: 'jsonp callback name',
  poweredBy: 'x-powered-by',
  subdomainOffset: 'subdomain offset',
  views: 'views',
  viewEngine: 'view engine',
  viewCache: 'view cache',
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

const NAMES = [...new Set([...Object.keys(OWN), ...Object.keys(SETTING_OF), ...NODE])].sort();

/**
 * Checks the options and sorts them.
 *
 * @throws TypeError naming the first option that does not exist or has the wrong type.
 */
export function readOptions(options: ServerOptions): Settings {
  checkOptionNames('createServer', options, NAMES);
  const node: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (NODE.has(name)) node[name] = value;
    else {
      checkOwn(name, value);
      const setting = SETTING_OF[name];
      if (setting !== undefined && value !== undefined) values[setting] = value;
    }
  }
  return {
    values,
    logError: options.logError ?? printError,
    fastLane: options.fastLane ?? true,
    tls: options.tls,
    node,
  };
}

function checkOwn(name: string, value: unknown): void {
  if (value === undefined) return;
  const type = OWN[name];
  const actual = value === null ? 'null' : typeof value;
  if (type !== undefined && actual !== type)
    throw invalidOption('createServer', name, `a value of type ${type}`, value);
  checkSettingOption(name, value);
}

function printError(error: unknown): void {
  console.error(error);
}
