/** Statuses with which the application reports a failure. */
const FAILURES = new Set([408, 500, 502, 503, 504, 507]);

/**
 * A complete response is `good`, or `failed` when it reports an error of the server, and `wrong` in all other cases.
 *
 * @typedef {{ result: 'good' | 'failed' | 'wrong', reason: string }} Verdict
 *
 * @param {import('./requests.mjs').Request} request
 * @param {import('./connection.mjs').Outcome} outcome
 * @returns {Verdict}
 */
export function judge(request, outcome) {
  if ('broken' in outcome) return { result: 'failed', reason: outcome.broken };
  if ('invalid' in outcome) return wrong(request, outcome.invalid);
  const { status, headers, body } = outcome.response;
  const echo = headers.get('x-id');
  if (echo !== undefined && echo !== request.id) return wrong(request, `the response to ${echo}`);
  if (FAILURES.has(status)) return { result: 'failed', reason: `status ${status}` };
  if (status !== request.status) return wrong(request, `status ${status}, expected ${request.status}`);
  if (echo === undefined && request.kind !== 'ready') return wrong(request, 'a response without X-Id');
  const text = body.toString('latin1');
  if (isShortened(request, text)) return { result: 'failed', reason: 'events ended early' };
  if (text !== request.body) return wrong(request, difference(text, request.body));
  return { result: 'good', reason: '' };
}

/** A server that closes ends event streams after any event. @param {import('./requests.mjs').Request} request @param {string} text */
function isShortened({ kind, body }, text) {
  const isAtEvent = text === '' || text.endsWith('\n\n');
  return kind === 'events' && text.length < body.length && isAtEvent && body.startsWith(text);
}

/** @param {import('./requests.mjs').Request} request @param {string} what @returns {Verdict} */
function wrong(request, what) {
  return { result: 'wrong', reason: `${request.kind} ${request.id}: ${what}` };
}

/** @param {string} actual @param {string} expected */
function difference(actual, expected) {
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at++;
  const [got, wanted] = [actual, expected].map((text) => JSON.stringify(text.slice(at, at + 40)));
  return `${actual.length} of ${expected.length} bytes; from byte ${at}: expected ${wanted}, got ${got}`;
}
