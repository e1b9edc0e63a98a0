import { type Problem, problemOf } from './problem.ts';
import { type Registered, readsAllArguments, type Step, sourceOf } from './steps.ts';

/** Finds functions whose parameters give them a different role than intended. */
export function findWrongParameters(steps: readonly Step[]): Problem[] {
  return steps.flatMap((step) => [...errorHandlerWithoutNext(step), ...handlerWithoutResponse(step)]);
}

function errorHandlerWithoutNext(step: Step): Problem[] {
  const isMeant = (handler: Registered): boolean =>
    handler.length === 3 &&
    /^(?:async\s+)?(?:function\b)?[^(]*\(\s*_?(?:err|error)\s*,/.test(sourceOf(handler));
  if (!step.handlers.some(isMeant)) return [];
  return [
    problemOf(step, {
      code: 'error-handler-without-next',
      message: 'is not an error handler',
      causes: [{ text: 'it has three parameters, so it is called with (req, res, next)' }],
      fix: 'Declare all four parameters: (error, req, res, next).',
    }),
  ];
}

/** In Express, a handler without a `res` parameter cannot respond. */
function handlerWithoutResponse(step: Step): Problem[] {
  const last = step.handlers.at(-1);
  if (step.row.sendsReturned || step.kind !== 'route' || last === undefined) return [];
  if (last.length > 1 || readsAllArguments(last) || /\.(?:res|next)\b/.test(sourceOf(last))) return [];
  return [
    problemOf(step, {
      code: 'returned-value',
      message: 'seems never to respond',
      causes: [{ text: 'its last handler does not take res, and Express ignores what handlers return' }],
      fix: 'Add a res parameter and call res.json(…) or res.send(…). With createServer(), handlers may return what to send.',
    }),
  ];
}
