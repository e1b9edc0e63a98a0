import type { Difference } from './differences.ts';

/**
 * The action of a hook, middleware or handler after its call has been recorded. `fail` reports an error with `next` or a promise,
 * `throw` throws, `rethrow` passes on the error of an error handler.
 */
export type Action = 'next' | 'later' | 'send' | 'fail' | 'throw' | 'rethrow';

/** A function of a scenario, built for each framework. */
export interface Part {
  readonly name: string;
  readonly action: Action;
  /** An async function, instead of one that calls `next`. */
  readonly isAsync: boolean;
  /** Request decorations whose values are recorded. */
  readonly reads: readonly string[];
  /** Values assigned to request decorations. */
  readonly sets: Readonly<Record<string, string>>;
  /** Values of the scope that are recorded: Fastify's `decorate`, `locals` of Nextpress. */
  readonly readsLocals: readonly string[];
}

export type RequestHook = 'onRequest' | 'preValidation' | 'preHandler';
export type ObservingHook = 'onResponse' | 'onError';

/** One call on a scope. */
export type Step =
  | { readonly kind: 'hook'; readonly on: RequestHook; readonly part: Part }
  | { readonly kind: 'onSend'; readonly part: Part }
  | { readonly kind: 'observe'; readonly on: ObservingHook; readonly part: Part }
  | { readonly kind: 'onRoute' | 'onClose'; readonly name: string }
  | { readonly kind: 'use'; readonly path: string | undefined; readonly part: Part }
  | { readonly kind: 'route'; readonly path: string; readonly part: Part }
  | { readonly kind: 'errorHandler' | 'notFoundHandler'; readonly part: Part }
  | { readonly kind: 'local'; readonly name: string; readonly value: string }
  | { readonly kind: 'decorateRequest'; readonly name: string; readonly value: string | null }
  | Plugin;

/** A call of `register`. */
export interface Plugin {
  readonly kind: 'register';
  readonly name: string;
  readonly steps: readonly Step[];
  /** Whether the plugin gets the scope that registers it. */
  readonly isShared: boolean;
  readonly prefix?: string;
  /** An async plugin takes its steps in a later turn. */
  readonly isAsync?: boolean;
  /** Throws or rejects after its steps, or never settles. */
  readonly ends?: 'fail' | 'never';
  readonly dependencies?: readonly string[];
  /** Locals whose values are recorded when the plugin is loaded. */
  readonly readsLocals?: readonly string[];
}

/** An application, and the paths that are requested. */
export interface Scenario {
  readonly steps: readonly Step[];
  /** Calls on the application when it is ready. */
  readonly late?: readonly Step[];
  /**
   * The number of milliseconds a plugin may take.
   * @defaultValue 10_000
   */
  readonly timeout?: number;
  /** Paths, or a method and a path. */
  readonly requests: readonly string[];
  /** The intended difference, if the outcomes are not the same. */
  readonly differs?: Difference;
  /** The lines of the outcome with Nextpress that differ. */
  readonly nextpress?: readonly string[];
  /** Matches the message of the error when loading fails with Nextpress. */
  readonly message?: RegExp;
}

type PartOptions = Partial<Omit<Part, 'name'>>;

const part = (name: string, action: Action, options: PartOptions): Part => ({
  name,
  action,
  isAsync: false,
  reads: [],
  sets: {},
  readsLocals: [],
  ...options,
});

const hook =
  (on: RequestHook) =>
  (name: string, options: PartOptions = {}): Step => ({
    kind: 'hook',
    on,
    part: part(`${on} ${name}`, 'next', options),
  });

export const onRequest = hook('onRequest');
export const preValidation = hook('preValidation');
export const preHandler = hook('preHandler');

/** A hook that appends its name to the payload. */
export const onSend = (name: string, options: PartOptions = {}): Step => ({
  kind: 'onSend',
  part: part(`onSend ${name}`, 'next', options),
});

const observe =
  (on: ObservingHook) =>
  (name: string, options: PartOptions = {}): Step => ({
    kind: 'observe',
    on,
    part: part(`${on} ${name}`, 'next', options),
  });

export const onResponse = observe('onResponse');
export const onError = observe('onError');

export const onRoute = (name: string): Step => ({ kind: 'onRoute', name: `onRoute ${name}` });
export const onClose = (name: string): Step => ({ kind: 'onClose', name: `onClose ${name}` });

/** Middleware. */
export const use = (name: string, options: PartOptions & { path?: string } = {}): Step => {
  const { path, ...others } = options;
  return { kind: 'use', path, part: part(`middleware ${name}`, 'next', others) };
};

/** A route for `GET`. With the action `next`, it passes the request to the handler for requests without a route. */
export const route = (path: string, options: PartOptions = {}): Step => ({
  kind: 'route',
  path,
  part: part(`route ${path}`, 'send', options),
});

export const errorHandler = (name: string, options: PartOptions = {}): Step => ({
  kind: 'errorHandler',
  part: part(`error handler ${name}`, 'send', options),
});

export const notFoundHandler = (name: string, options: PartOptions = {}): Step => ({
  kind: 'notFoundHandler',
  part: part(`not-found handler ${name}`, 'send', options),
});

export const local = (name: string, value: string): Step => ({ kind: 'local', name, value });

export const decorateRequest = (name: string, value: string | null): Step => ({
  kind: 'decorateRequest',
  name,
  value,
});

type PluginOptions = Omit<Plugin, 'kind' | 'name' | 'steps' | 'isShared'>;

/** A plugin with a scope of its own. */
export const scope = (name: string, steps: readonly Step[], options: PluginOptions = {}): Plugin => ({
  kind: 'register',
  name,
  steps,
  isShared: false,
  ...options,
});

/** A plugin that gets the scope that registers it. */
export const shared = (name: string, steps: readonly Step[], options: PluginOptions = {}): Plugin => ({
  kind: 'register',
  name,
  steps,
  isShared: true,
  ...options,
});
