/** @module The pages about what every application uses, in the order of Express's reference. */

/**
 * @typedef {object} Subject
 * @property {string} path
 * @property {string} title
 * @property {string} about For the list of pages.
 * @property {string} text
 * @property {readonly Part[]} parts
 *
 * @typedef {object} Part What a page shows: an export with its documentation, or the members of a type.
 * @property {string} name Of the export of `@nextpress/server`.
 * @property {string} [from] Another module that exports it.
 * @property {string} [receiver] Shows the members, such as `app.`.
 * @property {readonly (readonly [title: string, members: string])[]} [groups] Names of members with spaces between them. Others follow at the end.
 * @property {string} [node] What Node's documentation describes.
 * @property {string} [likeApplication] Names of members that are shown as links to those of applications.
 * @property {boolean} [hasMethods] Lists the functions of the less common methods of HTTP.
 */

const HTTP = 'https://nodejs.org/api/http.html';

/** @type {readonly Subject[]} */
export const SUBJECTS = [
  {
    path: 'application',
    about: '`app.get`, `app.use`, `app.listen` and the other functions of an application',
    title: 'Application',
    text: 'What `createServer()` returns, and `express()` of `nextpress/express`. The options and the settings of `app.set` are in [options](options.md).',
    parts: [
      { name: 'createServer' },
      {
        name: 'Application',
        receiver: 'app.',
        hasMethods: true,
        node: '[`EventEmitter`](https://nodejs.org/api/events.html#class-eventemitter)',
        groups: [
          ['Routes and middleware', 'get post put patch delete head options all use route param'],
          ['Servers', 'listen close __@asyncDispose handle'],
          ['Settings', 'set enable disable enabled disabled settings locals'],
          ['Views', 'engine render engines cache'],
          [
            'Plugins, hooks and errors',
            'register addHook setErrorHandler setNotFoundHandler decorateRequest decorateResponse ready prefix',
          ],
          ['Routes that exist', 'routes explain listRoutes router'],
          ['Mounting', 'mountpath path parent'],
          ['Rarely needed', 'request response init defaultConfiguration stack'],
        ],
      },
    ],
  },
  {
    path: 'request',
    about: '`req.params`, `req.query`, `req.get` and the other members of `req`',
    title: 'Request',
    text: "`req` in handlers: Node's `http.IncomingMessage` with Express's members.",
    parts: [
      {
        name: 'Request',
        receiver: 'req.',
        node: `[\`http.IncomingMessage\`](${HTTP}#class-httpincomingmessage): \`method\`, \`url\`, \`headers\`, \`rawHeaders\`, \`httpVersion\`, \`socket\`, \`trailers\`, \`complete\`, \`aborted\`, and a readable stream`,
        groups: [
          ['The target', 'params query path originalUrl baseUrl pathname search route'],
          ['The body and cookies', 'body cookies signedCookies secret'],
          ['Headers', 'get header is accepts acceptsCharsets acceptsEncodings acceptsLanguages range'],
          ['The client', 'ip ips protocol secure host hostname subdomains xhr'],
          ['Caching', 'fresh stale'],
          ['The application', 'app res next id log signal'],
        ],
      },
    ],
  },
  {
    path: 'response',
    about: '`res.json`, `res.send`, `res.sendFile` and the other members of `res`',
    title: 'Response',
    text: "`res` in handlers: Node's `http.ServerResponse` with Express's members.",
    parts: [
      {
        name: 'Response',
        receiver: 'res.',
        node: `[\`http.ServerResponse\`](${HTTP}#class-httpserverresponse): \`statusCode\`, \`headersSent\`, \`setHeader()\`, \`getHeader()\`, \`writeHead()\`, \`write()\`, \`end()\`, and a writable stream`,
        groups: [
          ['Responding', 'send json jsonp sendStatus redirect render sendFile download format sse'],
          [
            'Status and headers',
            'status set header get append type contentType vary links location attachment',
          ],
          ['Cookies', 'cookie clearCookie'],
          ['The application', 'locals app req'],
        ],
      },
    ],
  },
  {
    path: 'router',
    about: '`Router()`, its options, and routes',
    title: 'Router',
    text: 'Routes and middleware that are mounted together.',
    parts: [
      { name: 'Router' },
      { name: 'RouterOptions' },
      {
        name: 'Router',
        receiver: 'router.',
        likeApplication: 'get post put patch delete head options all use route param',
        groups: [['Members of a router', 'handle listRoutes stack']],
      },
      {
        name: 'Route',
        receiver: 'route.',
        likeApplication: 'get post put patch delete head options',
        groups: [['Members of a route', 'all path methods stack dispatch']],
      },
    ],
  },
  {
    path: 'options',
    about: 'each option of `createServer()` with its default',
    title: 'Options of createServer',
    text: 'Options are set once; `app.set` changes those that are settings, whose name is in parentheses. A misspelled option throws.',
    parts: [
      {
        name: 'ServerOptions',
        receiver: '',
        node: `[\`http.createServer\`](${HTTP}#httpcreateserveroptions-requestlistener): \`keepAliveTimeout\`, \`requestTimeout\`, \`headersTimeout\`, \`maxHeaderSize\` and its other options`,
        groups: [
          ['Routes', 'caseSensitive strict queryParser'],
          ['Responses', 'etag jsonSpaces jsonReplacer jsonEscape jsonpCallback poweredBy problemDetails'],
          ['Behind a proxy', 'trustProxy subdomainOffset health requestId'],
          ['Errors and logs', 'env logError logger'],
          ['Templates', 'views viewEngine viewCache'],
          ['Connections', 'tls http2 sendTimeout fastLane'],
        ],
      },
      { name: 'RequestIdOptions' },
      { name: 'HealthOptions' },
      { name: 'Http2Options' },
    ],
  },
  {
    path: 'hooks',
    about: '`addHook`, `register`, plugins and scopes',
    title: 'Hooks and plugins',
    text: 'Functions that run at one point of every request of a scope. [Scopes and plugins](../scopes-and-plugins.md) is the guide.',
    parts: [
      {
        name: 'Scoping',
        from: '@nextpress/server',
        receiver: 'scope.',
        groups: [['Functions', 'addHook register']],
      },
      { name: 'shared' },
      { name: 'SharedOptions' },
      { name: 'Plugin' },
      { name: 'RegisterOptions' },
      { name: 'RequestHook' },
      { name: 'OnSendHook' },
      { name: 'RegisteredRoute' },
      {
        name: 'Scope',
        receiver: 'scope.',
        groups: [['Members of a scope', 'name parent prefix locals decorateRequest decorateResponse']],
      },
    ],
  },
  {
    path: 'errors',
    about: 'error handlers, the classes of errors, and all codes',
    title: 'Errors',
    text: '[Error codes](../error-codes.md) has the cause and the remedy of each `code`; [errors](../errors.md) is the guide.',
    parts: [
      { name: 'ErrorHandler' },
      { name: 'ErrorRequestHandler' },
      { name: 'LogError' },
      { name: 'logErrorOf' },
      { name: 'HttpError', from: '@nextpress/semantics/http-error' },
      { name: 'BodyError', from: '@nextpress/body' },
      { name: 'ValidationError', from: '@nextpress/validate' },
      { name: 'PatternError', from: '@nextpress/router' },
    ],
  },
];

/** The packages with a page of their own, in the order of the sidebar. */
export const PACKAGES = [
  '@nextpress/router',
  '@nextpress/middleware',
  '@nextpress/cors',
  '@nextpress/json-body',
  '@nextpress/form-body',
  '@nextpress/body',
  '@nextpress/static',
  '@nextpress/events',
  '@nextpress/http2',
  '@nextpress/inject',
  '@nextpress/lifecycle',
  '@nextpress/fetch',
  '@nextpress/cluster',
  '@nextpress/validate',
  '@nextpress/openapi',
  '@nextpress/websocket',
  '@nextpress/multipart',
  '@nextpress/client',
  '@nextpress/fast-lane',
  '@nextpress/dev',
  '@nextpress/trial',
  '@nextpress/server',
  '@nextpress/express',
  '@nextpress/core',
  '@nextpress/semantics',
  'create-nextpress',
];
