/**
 * @module The keys under which packages find each other's properties. They are in the global registry, because a process can load an ES
 * module and a CommonJS build of a package, or two versions. Each says who writes it, who reads it, and what it means.
 */

/** On requests of the fast lane. `body` sets it to `true` before the first chunk; the lane then stores the chunks in one buffer. */
export const JOINS_BODY: unique symbol = Symbol.for('nextpress.joinsBody') as never;

/** A method of requests of the fast lane and of HTTP/2, which `body` calls: returns the whole body once, or `undefined` if it must be read as a stream. */
export const TAKE_BODY: unique symbol = Symbol.for('nextpress.takeBody') as never;

/** On the lane's requests: `true`, because the lane has checked their heads. `server` skips its own checks. */
export const ORDINARY: unique symbol = Symbol.for('nextpress.ordinary') as never;

/** On a class of requests or responses of `server`: its constructor only calls `super`, so the lane may extend it. */
export const PLAIN_CONSTRUCTOR: unique symbol = Symbol.for('nextpress.plainConstructor') as never;

/** On a server that `server` has created with `fastLane: false`: `fast-lane/register` skips it. */
export const OPTED_OUT: unique symbol = Symbol.for('nextpress.withoutFastLane') as never;

/**
 * A method that the lane adds to a server and `lifecycle` calls: returns the connections on which a further request has begun to arrive
 * behind pending responses.
 */
export const BEGUN_REQUESTS: unique symbol = Symbol.for('nextpress.begunRequests') as never;

/**
 * On a class of responses: its own `write`, `end` and `setHeader`, set by the lane and by `server` in development. `core` and `static` read
 * it to tell whether other code has replaced them.
 */
export const CLASS_METHODS: unique symbol = Symbol.for('nextpress.methods') as never;

/** A method that `server` adds to a request whose client waits for `100 Continue`. `body` calls it when it refuses the body by its headers. */
export const REFUSE_CONTINUE: unique symbol = Symbol.for('nextpress.refuseContinue') as never;

/** An option that `express` passes to parsers of `body`: the version of body-parser to behave like, 1 or 2. */
export const BODY_PARSER_VERSION: unique symbol = Symbol.for('nextpress.bodyParserVersion') as never;

/** An option that `express` passes to parsers of `body`: an unknown `defaultCharset` refuses requests instead of throwing. */
export const ACCEPTS_ANY_CHARSET: unique symbol = Symbol.for('nextpress.acceptsAnyCharset') as never;

/** On functions that return middleware or a plugin. `middleware` and `server` read it to report `app.use(cors)`, which lacks the call. */
export const FACTORY: unique symbol = Symbol.for('nextpress.factory') as never;

/** On responses, exported by `core`: makes their JSON. `validate` sets it for routes with a response schema; `core` calls it. */
export const JSON_SERIALIZER: unique symbol = Symbol.for('nextpress.jsonSerializer') as never;

/** On responses, exported by `core`: replaces their payload. `server` sets it for hooks of the application; `core` calls it. */
export const PAYLOAD_HOOK: unique symbol = Symbol.for('nextpress.payloadHook') as never;

/** On errors of `semantics`: marks an `HttpError` of any copy of the class. */
export const HTTP_ERROR: unique symbol = Symbol.for('nextpress.HttpError') as never;

/** On errors of `semantics`, which exports it: members for the problem details of the response. Read by `server`. */
export const PROBLEM: unique symbol = Symbol.for('nextpress.problem') as never;

/** On responses: the callbacks that `semantics` calls when the exchange has ended. */
export const EXCHANGE_END: unique symbol = Symbol.for('nextpress.exchangeEnd') as never;

/** A method of routers and applications of `server`: returns their table of routes. Read by `nextpress`, `dev`, `openapi` and `websocket`. */
export const ROUTES: unique symbol = Symbol.for('nextpress.routes') as never;

/** On the steps of an explanation by `server`: the `identity` of the row of the table of routes. `nextpress check` compares them. */
export const IDENTITY: unique symbol = Symbol.for('nextpress.identity') as never;

/** On `globalThis`, set by `nextpress check`: `server` records the place in the code of each registration. */
export const NOTE_PLACES: unique symbol = Symbol.for('nextpress.notePlaces') as never;

/** On requests: `true` for an upgrade that some route accepts. Written by `websocket`; `server` and `static` let the request pass. */
export const UPGRADE: unique symbol = Symbol.for('nextpress.upgrade') as never;

/** On handlers of WebSocket routes. Written by `websocket`; `server` runs them for upgrades only, and `nextpress check` reads it. */
export const ACCEPTS_UPGRADES: unique symbol = Symbol.for('nextpress.acceptsUpgrades') as never;

/** On `globalThis`: the tools of `nextpress dev`, put there by `dev` and used by `server`. */
export const DEVELOPMENT_TOOLS: unique symbol = Symbol.for('nextpress.development') as never;

/** A method that `openapi` adds to an application, and `nextpress openapi` calls: returns the document. */
export const OPENAPI_DOCUMENT: unique symbol = Symbol.for('nextpress.openapi') as never;

/** On a server: its drain, which all copies of `lifecycle` share. */
export const DRAIN: unique symbol = Symbol.for('nextpress.drain') as never;

/** On `process`: the worker that it is, which all copies of `cluster` share. */
export const CLUSTER_WORKER: unique symbol = Symbol.for('nextpress.clusterWorker') as never;
