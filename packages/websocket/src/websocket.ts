import type { Server, ServerResponse } from 'node:http';
import { isThenable } from '@nextpress/semantics/thenable';
import type {
  Anything,
  Application,
  HandlerArgument,
  NextFunction,
  ParamsDictionary,
  ParamsOf,
  Path,
  Request,
  RequestHandler,
  RouteOptions,
  RouteSchema,
  SchemaRequest,
} from '@nextpress/server';
import { ACCEPTS_UPGRADES, FACTORY } from '@nextpress-internal/internals/keys';
import type { WebSocketConnection } from './internal/connection.ts';
import { EarlyMessages } from './internal/early-messages.ts';
import { Hub } from './internal/hub.ts';
import { acceptanceOf, serveUpgrades } from './internal/serve-upgrades.ts';
import { type Room, Rooms } from './room.ts';
import type { WebSocketOptions } from './websocket-options.ts';
import { readOptions } from './websocket-options.ts';

/** Called with an open connection and the request that opened it. An error closes the connection with the code 1011. */
export type WebSocketHandler<Params = ParamsDictionary, Req = Request<Params>> = (
  connection: WebSocketConnection,
  req: Req,
) => unknown;

/** A handler before the last one, on a route with schemas. */
type GuardArgument<Req extends { params: unknown; query: unknown }> = HandlerArgument<
  Req['params'],
  Anything,
  Anything,
  Req['query']
>;

/** The signature with route options, whose schemas type the params, query and headers of the handlers after them. */
type WithOptions<Guards extends readonly unknown[]> = <
  const P extends Path,
  const Schema extends RouteSchema = Record<never, never>,
>(
  path: P,
  ...handlers: [
    ...guards: { [At in keyof Guards]: HandlerArgument<ParamsOf<P>> },
    options: RouteOptions<Schema>,
    ...handlers: GuardArgument<SchemaRequest<Schema, P>>[],
    handler: WebSocketHandler<ParamsOf<P>, SchemaRequest<Schema, P>>,
  ]
) => Application;

/** `app.ws`. Route options may follow up to two guards or arrays of guards. */
export interface WebSocketRoutes
  extends WithOptions<[]>,
    WithOptions<[guard: unknown]>,
    WithOptions<[guard: unknown, guard2: unknown]> {
  /**
   * Registers a WebSocket route: handlers that run for the upgrade as for any request, followed by one that gets the
   * connection. Other requests for the path continue with the next route.
   */
  <const P extends Path>(
    path: P,
    ...handlers: [...HandlerArgument<ParamsOf<P>>[], WebSocketHandler<ParamsOf<P>>]
  ): Application;
  /** The open connections. */
  readonly connections: ReadonlySet<WebSocketConnection>;
  /** Returns the room with the given name. With {@link WebSocketOptions.rooms}, it spans processes. */
  room(name: string): Room;
  /** Serves upgrades on a server that `app.listen` did not create. */
  attach(server: Server): void;
}

/**
 * Returns the handlers for a WebSocket route in a `Router` or a scope: `router.get('/room', guard,
 * ...webSocketHandlers(handler))`.
 *
 * @example
 * ```ts
 * import { createServer, Router } from 'nextpress';
 * import { websocket, webSocketHandlers } from '@nextpress/websocket';
 *
 * const chat = Router();
 * chat.get('/room', ...webSocketHandlers((connection) => connection.send('welcome')));
 * const app = websocket(createServer());
 * app.use('/chat', chat);
 * ```
 */
export function webSocketHandlers(handler: WebSocketHandler): [RequestHandler, RequestHandler] {
  return [passOthers, acceptingWith(handler)];
}

/**
 * Adds `app.ws` to an application.
 *
 * @throws TypeError if an option is invalid; Error if the application already has `app.ws`
 *
 * @example
 * import { createServer } from '@nextpress/server';
 * import { websocket } from '@nextpress/websocket';
 *
 * const app = websocket(createServer());
 * app.ws('/echo', (connection) => {
 *   connection.on('message', (data) => connection.send(data.toString()));
 * });
 */
export function websocket<App extends Application>(
  app: App,
  options: WebSocketOptions = {},
): App & { readonly ws: WebSocketRoutes } {
  if (Object.hasOwn(app, 'ws')) throw new Error('websocket() was called twice for this application.');
  const settings = readOptions(options);
  const hub = new Hub(app, settings);
  const register = (path: Path, ...handlers: unknown[]): Application => {
    const handler = handlers.pop();
    if (typeof handler !== 'function') {
      throw new TypeError(
        `Invalid handler of ws(${JSON.stringify(path)}): expected a function as the last argument.`,
      );
    }
    const [pass, accept] = webSocketHandlers(handler as WebSocketHandler);
    app.get(path, pass, ...(handlers as RequestHandler[]), accept);
    return app as unknown as Application;
  };
  const attached = new WeakSet<Server>();
  const attach = (server: Server): void => {
    if (attached.has(server)) return;
    attached.add(server);
    serveUpgrades(app, server, hub);
  };
  const { listen } = app;
  const rooms = new Rooms(settings.rooms);
  const room = (name: string): Room => rooms.room(name);
  const ws = Object.assign(register, { connections: hub.connections, room, attach });
  app.addHook('preClose', () => hub.close());
  app.addHook('onClose', () => rooms.close());
  return Object.assign(app, {
    ws,
    listen: (...args: unknown[]): Server => {
      hub.open();
      const server = (listen as (...args: unknown[]) => Server).apply(app, args);
      attach(server);
      return server;
    },
  });
}

/** Lets `register()` report the mistake `app.register(websocket)`. */
Object.defineProperty(websocket, FACTORY, { value: true });

/** Runs first, so that pages from a refused origin do not reach the application's code. */
function passOthers(req: Request, _res: ServerResponse, next: NextFunction): void {
  const acceptance = acceptanceOf(req);
  next(acceptance === undefined ? 'route' : acceptance.hub.refusal(req));
}

Object.defineProperty(passOthers, ACCEPTS_UPGRADES, { value: true });

function acceptingWith(handler: WebSocketHandler): RequestHandler {
  const accept = (req: Request, res: ServerResponse, next: NextFunction): void => {
    const acceptance = acceptanceOf(req);
    if (acceptance === undefined) {
      next('route');
      return;
    }
    const { hub, pending } = acceptance;
    // The client disconnected, or a handler took too long.
    if (pending.isOver || !pending.socket.writable) return;
    // Async handlers may have run since the first check.
    const error = hub.refusal(req);
    if (error !== undefined) {
      next(error);
      return;
    }
    const takeHeaders = (): string[] => {
      // Middleware that adds headers in `writeHead`, such as sessions, does so now. Nothing is sent: ws writes the
      // response head.
      res.writeHead(101);
      res.detachSocket(pending.socket);
      pending.release();
      return headerLines(res);
    };
    const onOpen = (connection: WebSocketConnection): void => {
      connection.target = req.originalUrl;
      void run(handler, connection, req, hub);
      // The HTTP exchange is over: run the response's hooks.
      res.emit('close');
    };
    hub.accept(pending, takeHeaders, onOpen, next);
  };
  return Object.defineProperties(accept, {
    // Shown in route lists.
    name: { value: 'acceptWebSocket' },
    [ACCEPTS_UPGRADES]: { value: true },
  });
}

async function run(
  handler: WebSocketHandler,
  connection: WebSocketConnection,
  req: Request,
  hub: Hub,
): Promise<void> {
  try {
    const result = handler(connection, req);
    if (isThenable(result)) connection.early = new EarlyMessages(connection);
    await result;
  } catch (error) {
    connection.close(INTERNAL_ERROR, 'Internal error.');
    hub.logError(error, req);
  } finally {
    connection.early?.end();
    connection.early = undefined;
  }
}

/** Returns the headers that middleware has set, such as cookies. */
function headerLines(res: ServerResponse): string[] {
  const headers = Object.entries(res.getHeaders()).filter(([name]) => !HANDSHAKE_HEADERS.test(name));
  return headers.flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`));
}

/** Headers that ws writes, and headers that a response without a body must not have. */
const HANDSHAKE_HEADERS =
  /^(?:connection|content-length|keep-alive|transfer-encoding|upgrade|sec-websocket-.*)$/;

/** RFC 6455 §7.4.1 */
const INTERNAL_ERROR = 1011;
