/** The action of a generated layer after it has been logged. */
export type Behaviour =
  | 'next'
  | 'later'
  | 'end'
  | 'route'
  | 'router'
  | 'error'
  | 'throw'
  | 'reject'
  | { readonly url: string }
  | { readonly method: string }
  | Addition;

/** Changes the application while a request is in flight. */
export interface Addition {
  /** Calls a function of the router that the layer is in, or of the outermost application. */
  readonly adds: Call;
  readonly to: 'own' | 'outermost';
}

/** A path. */
export type Path = string | RegExp | readonly Path[];

/** One call that builds an application. */
export type Call =
  | { readonly kind: 'use'; readonly prefix: Path; readonly does: Behaviour }
  | { readonly kind: 'catch'; readonly prefix: Path; readonly does: Behaviour }
  | { readonly kind: 'param'; readonly name: string; readonly does: Behaviour }
  | { readonly kind: 'set'; readonly value: number }
  | {
      readonly kind: 'route';
      readonly method: 'get' | 'post' | 'head' | 'all';
      readonly path: Path;
      readonly handlers: readonly { readonly catches: boolean; readonly does: Behaviour }[];
    }
  | {
      readonly kind: 'mount';
      readonly prefix: Path;
      /** An application, or a router with or without `mergeParams`. */
      readonly as: 'application' | 'router' | 'merging';
      readonly calls: readonly Call[];
    };

interface Req {
  url?: string | undefined;
  method?: string | undefined;
  baseUrl: string;
  originalUrl: string;
  params: Record<string, unknown>;
  route?: { path: Path } | undefined;
  app: { get(setting: string): unknown };
}
interface Res {
  end(text: string): unknown;
}
type Next = (error?: unknown) => void;

/** The functions that build a generated application, of Express or of Nextpress. */
export interface Target {
  use(prefix: Path, ...handlers: unknown[]): unknown;
  get(path: Path, ...handlers: unknown[]): unknown;
  post(path: Path, ...handlers: unknown[]): unknown;
  head(path: Path, ...handlers: unknown[]): unknown;
  all(path: Path, ...handlers: unknown[]): unknown;
  param(name: string, callback: unknown): unknown;
  /** Only applications have it. */
  set?(setting: string, value: unknown): unknown;
}

/** Makes a nested application or router. */
export type Nested = (as: 'application' | 'router' | 'merging') => Target;

/** A setting without effect, whose value shows the application of a layer and its inheritance. */
const SETTING = 'anything';

/** Builds the application. Every layer that runs logs its view of the request. */
export function build(
  target: Target,
  nested: Nested,
  calls: readonly Call[],
  log: (line: string) => void,
  path = '',
  outermost = target,
): void {
  for (const [at, call] of calls.entries()) {
    const id = `${path}${at}`;
    const add: Add = ({ adds, to }) =>
      build(to === 'own' ? target : outermost, nested, [adds], log, `${id}+`, outermost);
    if (call.kind === 'mount') {
      const inner = nested(call.as);
      build(inner, nested, call.calls, log, `${id}.`, outermost);
      target.use(call.prefix, inner);
    } else if (call.kind === 'set') target.set?.(SETTING, call.value);
    else if (call.kind === 'param') target.param(call.name, callback(id, call.does, add, log));
    else if (call.kind === 'route') {
      const handlers = call.handlers.map(({ catches, does }, step) =>
        layer(`${id}/${step}`, catches, does, add, (line, req) =>
          log(`${line} of ${String(req.route?.path)} in ${req.app.get(SETTING)}`),
        ),
      );
      target[call.method](call.path, ...handlers);
    } else target.use(call.prefix, layer(id, call.kind === 'catch', call.does, add, log));
  }
}

/** Names a function for the explanation of requests. */
function named(id: string, handler: object): object {
  return Object.defineProperty(handler, 'name', { value: id });
}

/** A param callback that changes the value. */
function callback(id: string, does: Behaviour, add: Add, log: (line: string) => void): unknown {
  return named(id, (req: Req, res: Res, next: Next, value: unknown, name: string) => {
    log(`${id} ${name}=${JSON.stringify(value)} ${req.url} ${req.baseUrl} ${paramsOf(req)}`);
    req.params[name] = [id, value];
    return behave(id, does, add, req, res, next);
  });
}

function layer(
  id: string,
  catches: boolean,
  does: Behaviour,
  add: Add,
  log: (line: string, req: Req) => void,
): unknown {
  const run = (req: Req, res: Res, next: Next, error: string): unknown => {
    log(`${id} ${req.method} ${req.url} ${req.baseUrl} ${req.originalUrl} ${paramsOf(req)} ${error}`, req);
    return behave(id, does, add, req, res, next);
  };
  return named(
    id,
    catches
      ? (error: Error, req: Req, res: Res, next: Next) => run(req, res, next, error.message)
      : (req: Req, res: Res, next: Next) => run(req, res, next, ''),
  );
}

/** Also those with the value `undefined`, as `null`. */
function paramsOf({ params }: Req): string {
  return JSON.stringify(Object.entries(params).sort());
}

type Add = (addition: Addition) => void;

function behave(id: string, does: Behaviour, add: Add, req: Req, res: Res, next: Next): unknown {
  if (typeof does === 'object') {
    if ('adds' in does) add(does);
    else Object.assign(req, does);
    return next();
  }
  if (does === 'end') return res.end(`ended by ${id}`);
  if (does === 'later') return void setImmediate(next);
  if (does === 'error') return next(new Error(id));
  if (does === 'reject') return Promise.reject(new Error(id));
  if (does === 'throw') throw new Error(id);
  return does === 'next' ? next() : next(does);
}

/** Whether any call registers a param callback. */
export function hasParamCallbacks(calls: readonly Call[]): boolean {
  return JSON.stringify(calls).includes('"kind":"param"');
}

/** Whether a router mounts an application: Express does not restore the messages after it. */
export function mountsInRouter(calls: readonly Call[], isRouter = false): boolean {
  return calls.some(
    (call) =>
      call.kind === 'mount' &&
      ((isRouter && call.as === 'application') || mountsInRouter(call.calls, call.as !== 'application')),
  );
}
