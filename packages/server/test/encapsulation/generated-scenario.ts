import fc from 'fast-check';
import {
  type Action,
  decorateRequest,
  errorHandler,
  local,
  notFoundHandler,
  onError,
  onRequest,
  onResponse,
  onSend,
  preHandler,
  preValidation,
  route,
  type Scenario,
  type Step,
  scope,
  shared,
  use,
} from './scenario.ts';

/** What a function does, without its name. */
interface Behavior {
  readonly action: Action;
  readonly isAsync: boolean;
}

interface Value {
  readonly kind: 'local' | 'decorateRequest';
  readonly isSet: boolean;
}

type Setup =
  | { readonly kind: 'onRequest' | 'preValidation' | 'preHandler' | 'use'; readonly behavior: Behavior }
  | { readonly kind: 'onSend' | 'onError' | 'onResponse'; readonly behavior: Behavior }
  | Value
  | { readonly kind: 'shared'; readonly isAsync: boolean; readonly setup: readonly Setup[] };

/** A scope without names. */
interface Shape {
  readonly setup: readonly Setup[];
  readonly errorHandler: Behavior | undefined;
  readonly notFoundHandler: Behavior | undefined;
  readonly routes: readonly Behavior[];
  readonly children: readonly (Shape & { readonly prefix: string | undefined; readonly isAsync: boolean })[];
  /** The number of routes that are registered before the children. */
  readonly early: number;
  /** Hooks registered after the routes. */
  readonly late: readonly Setup[];
}

const behavior = (...weights: readonly (readonly [Action, number])[]): fc.Arbitrary<Behavior> =>
  fc.record({
    action: fc.oneof(...weights.map(([action, weight]) => ({ weight, arbitrary: fc.constant(action) }))),
    isAsync: fc.boolean(),
  });

const hookBehavior = behavior(['next', 20], ['later', 4], ['fail', 1], ['throw', 1], ['send', 1]);

/** `@fastify/middie` does not catch what middleware throws in a later turn. */
const middlewareBehavior = behavior(['next', 20], ['later', 4], ['fail', 2], ['send', 1]);

const hooks: fc.Arbitrary<Setup> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('onRequest' as const, 'preValidation' as const, 'preHandler' as const),
      behavior: hookBehavior,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('onSend' as const, 'onError' as const),
      behavior: behavior(['next', 3], ['later', 1]),
    }),
  },
  {
    weight: 1,
    // The test waits for the end of the response, not for what hooks do in later turns.
    arbitrary: fc.record({ kind: fc.constant('onResponse' as const), behavior: behavior(['next', 1]) }),
  },
);

const { setup } = fc.letrec<{ setup: Setup }>((tie) => ({
  setup: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: 2 },
    { weight: 6, arbitrary: hooks },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('use' as const), behavior: middlewareBehavior }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('local' as const, 'decorateRequest' as const),
        isSet: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('shared' as const),
        isAsync: fc.boolean(),
        setup: fc.array(tie('setup'), { maxLength: 3 }),
      }),
    },
  ),
}));

const responding = behavior(['send', 5], ['fail', 1], ['throw', 1]);

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.record({
    setup: fc.array(setup, { maxLength: 5 }),
    errorHandler: fc.option(behavior(['send', 3], ['fail', 1], ['throw', 1], ['rethrow', 1]), {
      nil: undefined,
    }),
    notFoundHandler: fc.option(responding, { nil: undefined }),
    routes: fc.array(behavior(['send', 8], ['fail', 2], ['throw', 2], ['next', 1]), { maxLength: 3 }),
    early: fc.nat(3),
    late: fc.array(hooks, { maxLength: 2 }),
    children: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
      fc.constant([]),
      fc.array(
        fc
          .tuple(
            tie('shape'),
            fc.record({
              prefix: fc.constantFrom(undefined, undefined, '/p', '/p', '/P', '/p/q'),
              isAsync: fc.boolean(),
            }),
          )
          .map(([inner, options]) => ({ ...inner, ...options })),
        { maxLength: 3 },
      ),
    ),
  }),
}));

/** What the functions of a scope can read. */
interface Visible {
  readonly prefix: string;
  /** The kinds of hooks that apply to the scope. */
  readonly hooks: readonly Setup['kind'][];
  readonly decorateRequest: readonly string[];
  readonly local: readonly string[];
}

type Names = { [Kind in Value['kind']]: string[] };

/** Names the parts of a shape, and collects the paths to request. */
class Naming {
  readonly requests: string[] = [];
  /** Error handlers only fail without `onError` hooks: with them the frameworks differ on purpose. */
  readonly #mayErrorHandlersFail: boolean;
  #last = 0;

  constructor(root: Shape) {
    this.#mayErrorHandlersFail = !JSON.stringify(root).includes('onError');
  }

  /**
   * The calls of a scope. Middleware, error handlers and hooks come before routes and children: otherwise the frameworks differ on
   * purpose.
   */
  stepsOf(shape: Shape, outer: Visible, hasOwnPrefix: boolean): Step[] {
    const { prefix, local, decorateRequest } = outer;
    const hooks = [...outer.hooks, ...kindsOf(shape.setup), ...kindsOf(shape.late)];
    const hasRouteHooks = hooks.includes('preValidation') || hooks.includes('preHandler');
    const visible = { prefix, hooks, local: [...local], decorateRequest: [...decorateRequest] };
    const steps = shape.setup.map((each) => this.#setup(each, visible));
    const { children, early, late } = shape;
    const reads = { reads: visible.decorateRequest, readsLocals: visible.local };
    if (shape.errorHandler !== undefined) {
      const { action, isAsync } = shape.errorHandler;
      const isAllowed = action === 'send' || this.#mayErrorHandlersFail;
      steps.push(errorHandler(this.#name(), { action: isAllowed ? action : 'rethrow', isAsync, ...reads }));
    }
    if (shape.notFoundHandler !== undefined && hasOwnPrefix) {
      steps.push(notFoundHandler(this.#name(), { ...shape.notFoundHandler, ...reads }));
      this.requests.push(`${prefix}/unknown`);
    }
    const routes = shape.routes.map((each) => {
      const path = `/${this.#name()}`;
      const differs = each.action === 'next' && (hasRouteHooks || hooks.includes('onResponse'));
      if (!differs) this.requests.push(`${prefix}${path}`);
      return route(path, { ...each, ...reads });
    });
    const inner = children.map((child) => this.#child(child, visible));
    steps.push(...routes.slice(0, early), ...inner, ...routes.slice(early));
    if (inner.length === 0) steps.push(...late.map((each) => this.#setup(each, visible)));
    return steps;
  }

  #child(child: Shape['children'][number], outer: Visible): Step {
    const name = this.#name();
    const options = { isAsync: child.isAsync };
    if (child.prefix === undefined) return scope(name, this.stepsOf(child, outer, false), options);
    const prefix = child.prefix.replace(/p/i, `$&${name}`);
    const steps = this.stepsOf(child, { ...outer, prefix: outer.prefix + prefix }, true);
    return scope(name, steps, { ...options, prefix });
  }

  #setup(setup: Setup, visible: Names): Step {
    const name = this.#name();
    if (setup.kind === 'shared')
      return shared(
        name,
        setup.setup.map((each) => this.#setup(each, visible)),
        { isAsync: setup.isAsync },
      );
    if (!('behavior' in setup)) return this.#value(name, setup, visible);
    const make = { onRequest, preValidation, preHandler, use, onSend, onError, onResponse }[setup.kind];
    const sets = Object.fromEntries(visible.decorateRequest.slice(-1).map((key) => [key, `set by ${name}`]));
    return make(
      name,
      setup.kind === 'use' ? behaviorOfMiddleware(setup.behavior) : { ...setup.behavior, sets },
    );
  }

  #value(name: string, { kind, isSet }: Value, visible: Names): Step {
    visible[kind].push(`${kind}${name}`);
    return kind === 'local'
      ? local(`${kind}${name}`, name)
      : decorateRequest(`${kind}${name}`, isSet ? name : null);
  }

  #name(): string {
    return String(++this.#last);
  }
}

/** With @fastify/middie, a throw after asynchronous middleware ends the process, and the request gets no response. */
function behaviorOfMiddleware({ action }: Behavior): Behavior {
  return { action: action === 'throw' ? 'fail' : action, isAsync: false };
}

function kindsOf(setup: readonly Setup[]): Setup['kind'][] {
  return setup.flatMap((each) => (each.kind === 'shared' ? kindsOf(each.setup) : each.kind));
}

/** Scenarios whose outcomes are the same with Fastify and with Nextpress. */
export const generatedScenario: fc.Arbitrary<Scenario> = shape.map((root) => {
  const naming = new Naming(root);
  const steps = naming.stepsOf(root, { prefix: '', hooks: [], decorateRequest: [], local: [] }, true);
  return { steps, requests: naming.requests };
});
