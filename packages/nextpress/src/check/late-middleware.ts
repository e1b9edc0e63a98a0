import { type Problem, problemOf } from './problem.ts';
import { type Step, sourceOf } from './steps.ts';

/** Middleware that only affects what is registered after it, recognized by its function's name, ours or npm's. */
interface Kind {
  readonly code: Problem['code'];
  readonly names: readonly string[];
  readonly message: string;
  /** Whether a route before it needs it. */
  isNeededBy(step: Step): boolean;
}

/** `req.body`, `({ body }, res) =>` and `const { body } = req`. */
const READS_BODY =
  /\breq(?:uest)?\.body\b|^(?:async\s*)?(?:function\b[^(]*)?\(\s*\{[^{}]*\bbody\b|\{[^{}]*\bbody\b[^{}]*\}\s*=\s*req/;

const KINDS: readonly Kind[] = [
  {
    code: 'parser-too-late',
    names: [
      ...['jsonBody', 'formBody', 'textBody', 'rawBody', 'multipart'],
      ...['jsonParser', 'urlencodedParser', 'textParser', 'rawParser'],
    ],
    message: 'does not parse bodies for routes registered before it',
    isNeededBy: ({ handlers }) => handlers.some((handler) => READS_BODY.test(sourceOf(handler))),
  },
  {
    code: 'cors-too-late',
    names: ['cors', 'corsMiddleware'],
    message: 'does not apply to routes registered before it',
    isNeededBy: ({ seemsToEnd }) => seemsToEnd,
  },
];

/** Finds body parsers and CORS middleware registered after routes that need them. */
export function findLateMiddleware(steps: readonly Step[]): Problem[] {
  return KINDS.flatMap((kind) => {
    const all = steps.filter(({ handlers }) => handlers.some(({ name }) => kind.names.includes(name)));
    return all.flatMap((late) => {
      if (late.kind !== 'middleware') return [];
      const at = steps.indexOf(late);
      const routes = steps
        .slice(0, at)
        .filter((step) => isMissed(step, late) && kind.isNeededBy(step) && !isServed(step, all, steps));
      return routes.length === 0 ? [] : [lateMiddleware(late, kind, routes)];
    });
  });
}

/** Whether the middleware would handle all requests for a route. */
function isMissed({ kind, samples }: Step, { reaches }: Step): boolean {
  return kind === 'route' && samples.length > 0 && samples.every((path) => reaches(path));
}

/** Whether the same kind of middleware also comes before a route, or among its handlers. */
function isServed(route: Step, all: readonly Step[], steps: readonly Step[]): boolean {
  const at = steps.indexOf(route);
  return all.some(
    (each) =>
      each === route || (steps.indexOf(each) < at && route.samples.every((path) => each.reaches(path))),
  );
}

function lateMiddleware(late: Step, { code, message }: Kind, routes: readonly Step[]): Problem {
  return problemOf(late, {
    code,
    message,
    causes: routes.map(({ subject, place }) => ({ text: `${subject} responds first`, place })),
    fix: 'Register it before them.',
  });
}
