/** @module The options of `createServer`. */

import type { ServerOptions as HttpServerOptions, IncomingMessage } from 'node:http';
import type { ServerOptions as HttpsServerOptions } from 'node:https';
import type { EntityTagger, HelperSettings, JsonSettings, QueryParser } from '@nextpress/core';
import type { Http2Options } from '@nextpress/http2';
import type { HealthOptions } from '@nextpress/lifecycle';
import type { Request } from './application.ts';
import type { LoggerOption } from './logger.ts';

/** Gets errors that can no longer affect a response. */
export type LogError = (error: unknown, req: Request) => void;

/** Node's options for the `http.Server` that `listen` makes; see Node's documentation. */
export type NodeServerOptions = Omit<HttpServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Options of `createServer`: Nextpress's own, and Node's for the `http.Server`. An option with the name of a setting in
 * parentheses is that setting: `app.set` changes it, `app.get` reads it.
 */
export interface ServerOptions extends NodeServerOptions {
  /**
   * Whether `/Users` and `/users` are different paths (`case sensitive routing`).
   * @defaultValue false, as in Express
   *
   * @example
   * ```ts
   * const app = createServer({ caseSensitive: true });
   * app.get('/users', (req, res) => res.json([]));
   * // GET /Users => 404
   * ```
   */
  caseSensitive?: boolean;
  /**
   * Whether `/users/` and `/users` are different paths (`strict routing`).
   * @defaultValue false, as in Express
   *
   * @example
   * ```ts
   * const app = createServer({ strict: true });
   * app.get('/users', (req, res) => res.json([]));
   * // GET /users/ => 404
   * ```
   */
  strict?: boolean;
  /**
   * `'development'` shows clients on this machine the message and the stack of every error: requests from a
   * loopback address, whose `Host` is an IP address or `localhost`. Any other value, and any other client,
   * shows messages only for a status below 500 (`env`).
   * @defaultValue `process.env.NODE_ENV`, or `'production'` when that is not set
   * @remarks Express shows the stack unless `NODE_ENV` is `'production'`.
   *
   * @example
   * ```ts
   * const app = createServer({ env: 'production', logError: () => undefined });
   * app.get('/', () => {
   *   throw new Error('wrong password for db1');
   * });
   * // GET / => 500 {"type":"about:blank","title":"Internal Server Error","status":500,"detail":"Internal Server Error"}
   * ```
   */
  env?: string;
  /**
   * The parser of `req.query`, called when that is first read (`query parser`). `'simple'` parses `a=1&a=2` to
   * `{ a: ['1', '2'] }`, `'extended'` also parses `a[b]=1` to nested objects, `false` parses nothing. A function gets the query
   * without its `?`.
   * @defaultValue `'simple'`
   *
   * @example
   * ```ts
   * const app = createServer({ queryParser: 'extended' });
   * app.get('/', (req, res) => res.json(req.query));
   * // GET /?filter[name]=Ada => 200 {"filter":{"name":"Ada"}}
   * ```
   */
  queryParser?: QueryParser | boolean | 'simple' | 'extended';
  /**
   * The proxies whose `X-Forwarded-*` headers are used (`trust proxy`): a number of hops, addresses and networks
   * (`'loopback, 10.0.0.0/8'`), a function, or `true` for all, which lets clients forge these headers.
   * @defaultValue false
   *
   * @example
   * ```ts
   * const app = createServer({ trustProxy: 'loopback' });
   * app.get('/', (req, res) => res.send(req.ip));
   * // GET / X-Forwarded-For: 203.0.113.7 => 200 203.0.113.7
   * ```
   */
  trustProxy?: boolean | number | string | readonly string[] | HelperSettings['trustProxy'];
  /**
   * The `ETag` of responses of `json` and `send` (`etag`); `true` means `'weak'`.
   * @defaultValue false
   * @remarks Express sends a weak `ETag` by default.
   *
   * @example
   * ```ts
   * const app = createServer({ etag: 'strong' });
   * app.get('/', (req, res) => res.send('hello'));
   * // GET / If-None-Match: "5-qvTGHdzF6KLavt4PO0gs2a6pQ00" => 304
   * ```
   */
  etag?: boolean | 'weak' | 'strong' | EntityTagger;
  /**
   * The argument `space` of `JSON.stringify` (`json spaces`).
   *
   * @example
   * ```ts
   * const app = createServer({ jsonSpaces: 2 });
   * app.get('/user', (req, res) => res.json({ id: 7 }));
   * // GET /user => 200 Content-Length: 13
   * ```
   */
  jsonSpaces?: string | number;
  /**
   * The argument `replacer` of `JSON.stringify` (`json replacer`).
   *
   * @example
   * ```ts
   * const app = createServer({ jsonReplacer: (key, value) => (key === 'password' ? undefined : value) });
   * app.get('/', (req, res) => res.json({ name: 'Ada', password: 'secret' }));
   * // GET / => 200 {"name":"Ada"}
   * ```
   */
  jsonReplacer?: JsonSettings['replacer'];
  /**
   * Whether `<`, `>` and `&` are escaped in JSON (`json escape`).
   * @defaultValue false
   *
   * @example
   * ```ts
   * const app = createServer({ jsonEscape: true });
   * app.get('/', (req, res) => res.json('<b>'));
   * // GET / => 200 "\u003cb\u003e"
   * ```
   */
  jsonEscape?: boolean;
  /**
   * The name of the parameter that `res.jsonp` reads (`jsonp callback name`).
   * @defaultValue 'callback'
   *
   * @example
   * ```ts
   * const app = createServer({ jsonpCallback: 'cb' });
   * app.get('/', (req, res) => res.jsonp([]));
   * // GET /?cb=show => 200 Content-Type: text/javascript; charset=utf-8
   * ```
   */
  jsonpCallback?: string;
  /**
   * Whether `X-Powered-By` is sent (`x-powered-by`).
   * @defaultValue false
   * @remarks Express sends `X-Powered-By: Express` by default.
   *
   * @example
   * ```ts
   * const app = createServer({ poweredBy: true });
   * app.get('/', (req, res) => res.send('hello'));
   * // GET / => 200 X-Powered-By: Nextpress
   * ```
   */
  poweredBy?: boolean;
  /**
   * How many labels at the end of a host name are not subdomains (`subdomain offset`).
   * @defaultValue 2
   *
   * @example
   * ```ts
   * const app = createServer({ subdomainOffset: 3 });
   * app.get('/', (req, res) => res.json(req.subdomains));
   * // GET / Host: shop.example.co.uk => 200 ["shop"]
   * ```
   */
  subdomainOffset?: number;
  /**
   * The folder or folders of the views (`views`).
   * @defaultValue `views` in the working directory
   *
   * @example
   * ```ts
   * const app = createServer({ views: '.' });
   * app.engine('md', (path, options, done) => done(null, `Dear ${options.name}`));
   * app.get('/', (req, res) => res.render('README.md', { name: 'Ada' }));
   * // GET / => 200 Dear Ada
   * ```
   */
  views?: string | readonly string[];
  /**
   * The extension of views without one in their name (`view engine`).
   *
   * @example
   * ```ts
   * const app = createServer({ views: '.', viewEngine: 'md' });
   * app.engine('md', (path, options, done) => done(null, `Dear ${options.name}`));
   * app.get('/', (req, res) => res.render('README', { name: 'Ada' }));
   * // GET / => 200 Dear Ada
   * ```
   */
  viewEngine?: string;
  /**
   * Whether the files of views are looked up only once (`view cache`).
   * @defaultValue whether `NODE_ENV` is `'production'`
   *
   * @example
   * ```ts
   * const app = createServer({ viewCache: true });
   * app.get('view cache'); // => true
   * ```
   */
  viewCache?: boolean;
  /**
   * Called with each error that no error handler has handled, when its status is 500 or more (except 501 and 505, which
   * clients can cause at will), or when the response has started. It must not throw.
   * An error after `next()` is a process warning instead if the response has started.
   * @defaultValue logs the error with `logger`, or else prints it with `console.error`, with the method, the
   * path, the route and the request id
   *
   * @example
   * ```ts
   * const lines: string[] = [];
   * const app = createServer({ logError: (error, req) => void lines.push(`${req.method} ${req.url}: ${error}`) });
   * app.get('/', () => {
   *   throw new Error('no database');
   * });
   * // GET / => 500
   * lines; // => ['GET /: Error: no database']
   * ```
   */
  logError?: LogError;
  /**
   * Logs a line for each response, with method, path, route, status, time and bytes, and each error;
   * `req.log` writes lines with the request id, which this option turns on unless `requestId` is false. Takes
   * a pino logger, or an object with its levels. `true` creates a pino logger, whose output is readable in
   * development if pino-pretty is installed. Queries are not logged, nor are the headers `Authorization`,
   * `Cookie` and `Set-Cookie` of a logged `req` or `res`.
   *
   * @defaultValue only errors are logged, by `logError`, and there is no `req.log`; `false` defines one that
   * writes nothing
   *
   * @example
   * ```ts
   * import { createServer } from 'nextpress';
   * import pino from 'pino';
   *
   * const app = createServer({ logger: pino({ level: 'silent' }) });
   * app.get('/', (req, res) => {
   *   req.log.info({ order: 7 }, 'order placed');
   *   res.send('thanks');
   * });
   * // GET / => 200 thanks
   * ```
   */
  logger?: boolean | LoggerOption;
  /**
   * Whether errors are sent as problem details of RFC 9457, `application/problem+json`, unless the client prefers HTML or text
   * (`problem details`). With `false` they are JSON with `status`, `error`, `code` and `message`.
   * @defaultValue true
   * @remarks Express sends HTML.
   *
   * @example
   * ```ts
   * const app = createServer({ problemDetails: false });
   * // GET /none => 404 {"status":404,"error":"Not Found","code":"ERR_NOT_FOUND","message":"Cannot GET /none: no route matches."}
   * ```
   */
  problemDetails?: boolean;
  /**
   * Responds to probes before routes, guards and hooks: `true` for `/healthz` and `/readyz`, or an object with paths and checks.
   * @defaultValue false
   *
   * @example
   * ```ts
   * const app = createServer({ health: { checks: { db: async () => 'connected' } } });
   * // GET /healthz => 200
   * // GET /readyz => 200
   * ```
   */
  health?: boolean | HealthOptions;
  /**
   * Whether `listen` uses the fast lane, which reads ordinary requests in a fraction of Node's time and leaves all others to
   * Node.
   * @defaultValue true
   *
   * @example
   * ```ts
   * const app = createServer({ fastLane: false });
   * app.get('/', (req, res) => res.send('hello'));
   * // GET / => 200 hello
   * ```
   */
  fastLane?: boolean;
  /**
   * How long a client may read nothing of a response before its connection is cut (ms). A slow client is not
   * cut: the time restarts whenever the system accepts more bytes, which it does once a third of its buffer
   * of up to a few megabytes is free, so with the default a client needs about 10 kB/s. A connection is also
   * cut if further requests wait this long for a response that sends nothing. 0 sets no limit.
   * @defaultValue 300,000
   *
   * @example
   * ```ts
   * const app = createServer({ sendTimeout: 60_000 });
   * app.get('/', (req, res) => res.send('hello'));
   * // GET / => 200 hello
   * ```
   */
  sendTimeout?: number;
  /**
   * Whether each request has an id as `req.id`, in the header `X-Request-Id` of its response, in error responses, and in what
   * `logError` prints by default. The id that a client sends is used only if it is valid and comes from a proxy that `trustProxy`
   * names; otherwise a new one is generated.
   * @defaultValue false
   *
   * @example
   * ```ts
   * const app = createServer({ requestId: { generate: () => 'a1b2' } });
   * app.get('/', (req, res) => res.send(req.id));
   * // GET / => 200 X-Request-Id: a1b2
   * ```
   */
  requestId?: boolean | RequestIdOptions;
  /** Options of `https.createServer`, such as the certificate and the key: `listen` then serves HTTPS. */
  tls?: HttpsServerOptions;
  /**
   * Whether `listen` serves HTTP/2 next to HTTP/1.1: with `tls`, clients choose by ALPN; without it, a
   * connection is HTTP/2 if it starts with the preface, which load balancers and `h2c` clients send.
   * @defaultValue false
   *
   * @example
   * ```ts
   * const app = createServer({ http2: { maxConcurrentStreams: 50 } });
   * app.get('/', (req, res) => res.send(req.httpVersion));
   * // GET / => 200 1.1
   * ```
   */
  http2?: boolean | Http2Options;
}

/** The option `requestId` of `createServer`. */
export interface RequestIdOptions {
  /**
   * The header of the request and of the response.
   * @defaultValue `'X-Request-Id'`
   */
  header?: string;
  /**
   * Generates an id of 1 to 200 letters, digits or `_.:@+/=~-`. If it throws or returns anything else, the id
   * is a random UUID, and a process warning is emitted once.
   * @defaultValue a random UUID
   */
  generate?: (req: IncomingMessage) => string;
}
