import type { IncomingMessage } from 'node:http';
import type { RequestHelpers } from '@nextpress/core';
import type { Next } from '@nextpress/middleware';
import type { AddedToRequest, OwnName } from './declared-members.ts';
import type { Logger } from './logger.ts';
import type { Anything } from './values.ts';

/** Members that Express's requests lack. What applications declare under these names takes precedence. */
interface OwnMembers extends Pick<RequestHelpers, 'pathname' | 'search'> {
  /**
   * The id of the request, with the option `requestId` of `createServer`. Without it, only middleware sets it.
   *
   * @example
   * ```ts
   * const app = createServer({ requestId: { generate: () => 'a1b2' } });
   * app.get('/', (req, res) => res.send(req.id));
   * // GET / => 200 a1b2
   * // GET / => 200 X-Request-Id: a1b2
   * ```
   */
  id: string;
  /**
   * Writes log lines with the request id, through the option `logger` of `createServer`; writes nothing with
   * `logger: false`. Without the option, it is whatever middleware such as pino-http sets, with that type.
   *
   * @example
   * ```ts
   * const lines: unknown[] = [];
   * const write = (...values: unknown[]) => void lines.push(values);
   * const logger = { fatal: write, error: write, warn: write, info: write, debug: write, trace: write };
   * const app = createServer({ logger });
   * app.get('/', (req, res) => {
   *   req.log.info({ order: 7 }, 'order placed');
   *   res.send('thanks');
   * });
   * // GET / => 200 thanks
   * ```
   */
  readonly log: Logger;
  /**
   * Aborted when the connection closes before the response has ended. Pass it to `fetch`, to queries and
   * timers, so that work for a client that has disconnected stops. Created on first access: Node's own in
   * versions that have one, otherwise an equivalent.
   *
   * @example
   * ```ts
   * app.get('/report', (req, res) => {
   *   for (let page = 1; page <= 3 && !req.signal.aborted; page++) res.write(`page ${page} `);
   *   res.end();
   * });
   * // GET /report => 200 page 1 page 2 page 3
   * ```
   */
  readonly signal: AbortSignal;
}

/** The members of a request, by the types of its application and response. */
export interface RequestMembers<Application, Response, Params, Body, Query>
  extends IncomingMessage,
    Omit<RequestHelpers, 'params' | 'body' | 'query' | 'res' | OwnName>,
    Omit<OwnMembers, keyof IncomingMessage | keyof Express.Request | keyof AddedToRequest>,
    Express.Request,
    AddedToRequest {
  /**
   * Values captured by the path of the route or the prefix, decoded; an empty object elsewhere.
   *
   * @example
   * ```ts
   * app.get('/users/:id/files/*path', (req, res) => res.json(req.params));
   * // GET /users/7/files/a/b.txt => 200 {"id":"7","path":["a","b.txt"]}
   * ```
   */
  params: Params;
  /**
   * The parsed body, set by a body parser such as `jsonBody()` or `express.json()`; `undefined` without one, or without a body.
   *
   * @example
   * ```ts
   * app.post('/users', jsonBody(), (req, res) => res.send(`Hello, ${req.body.name}`));
   * // POST /users {"name":"Ada"} => 200 Hello, Ada
   * ```
   */
  body: Body;
  /**
   * The query of `url`, parsed on first access by the setting `query parser`. It follows `url` until it is
   * assigned. A name that occurs several times has an array, so check the type of a value before you use it.
   *
   * @example
   * ```ts
   * app.get('/search', (req, res) => res.json(req.query));
   * // GET /search?q=tea&tag=a&tag=b => 200 {"q":"tea","tag":["a","b"]}
   * ```
   */
  query: Query;
  /**
   * The cookies by name, set by middleware such as cookie-parser, whose types declare it in the same way.
   */
  cookies: Record<string, Anything>;
  /**
   * The cookies whose signature is valid, set by cookie-parser.
   */
  signedCookies: Record<string, Anything>;
  /** The secret of cookie-parser, which `res.cookie` signs with. */
  secret?: string | undefined;
  /**
   * The prefixes that mounts have removed from `url`; `''` outside mounts.
   *
   * @example
   * ```ts
   * const users = Router();
   * users.get('/:id', (req, res) => res.json([req.baseUrl, req.url]));
   * app.use('/users', users);
   * // GET /users/7 => 200 ["/users","/7"]
   * ```
   */
  baseUrl: string;
  /**
   * The application that handles the request: the innermost one where applications are mounted.
   *
   * @example
   * ```ts
   * app.locals.title = 'Shop';
   * app.get('/', (req, res) => res.send(req.app.locals.title));
   * // GET / => 200 Shop
   * ```
   */
  app: Application;
  /**
   * The last route that the request has reached; `undefined` before the first. Untyped, as in Express's
   * types.
   *
   * @example
   * ```ts
   * app.get('/users/:id', (req, res) => res.send(req.route.path));
   * // GET /users/7 => 200 /users/:id
   * ```
   */
  route: Anything;
  /**
   * The response to the request, as in Express.
   */
  res?: Response;
  /** The `next` of the layer that is running. */
  next?: Next | undefined;
}
