type Handler = (...args: never[]) => unknown;

/** What passes errors alone, unless the application throws `undefined`. */
const PASSED_ERRORS = [
  /** `catch (error) { next(error) }` */
  /catch\s*\(\s*([\w$]+)\s*\)\s*\{[^{}=]*?NEXT\s*\(\s*\1\s*\)/g,
  /** `.catch(next)` */
  /\.catch\s*\(\s*NEXT\s*\)/g,
  /** `.catch((error) => next(error))` */
  /\.catch\s*\(\s*\(?\s*([\w$]+)\s*\)?\s*=>\s*NEXT\s*\(\s*\1\s*\)\s*\)/g,
  /** `if (error) return next(error)` */
  /\bif\s*\(\s*([\w$]+)\s*\)\s*\{?\s*(?:return\s+)?NEXT\s*\(\s*\1\s*\)/g,
];

/**
 * Whether a handler may pass a request on, judged by its source text. `false` only if the handler declares no `next` and reads no
 * `req.next`, or if it calls `next` with errors alone. This is a heuristic that errs towards `true`: base warnings on it, never errors.
 */
export function canPassOn(handler: Handler): boolean {
  const text = Function.prototype.toString.call(handler);
  if (text.includes('[native code]') || /\barguments\b|\.next\b/.test(text)) return true;
  const { names, end } = parametersOf(text);
  if (names.some((name) => name.startsWith('...') || name.includes('='))) return true;
  const next = names[2];
  if (next === undefined) return false;
  return !/^[\w$]+$/.test(next) || !callsWithErrorsOnly(text.slice(end), next);
}

/**
 * Whether no request leaves handlers that run one after the other. One leaves them after the last handler, or from any that calls
 * `next('route')`.
 */
export function endsRequests(handlers: readonly Handler[]): boolean {
  const regular = handlers.filter((handler) => handler.length < 4);
  const leavesEarly = regular.some((handler) => /['"`]router?['"`]/.test(String(handler)));
  return regular.length > 0 && !leavesEarly && regular.some((handler) => !canPassOn(handler));
}

/** Whether a handler seems to respond with nothing but an error: it has no branches, and throws, or sets a status other than 2xx and 3xx. */
export function seemsToRefuse(handler: Handler): boolean {
  const text = Function.prototype.toString.call(handler).replaceAll(COMMENT_OR_STRING, "''");
  const next = parametersOf(text).names[2];
  const passesError = next !== undefined && new RegExp(`\\b${next}\\s*\\(\\s*new\\b`).test(text);
  return !BRANCH.test(text) && (passesError || REFUSAL.test(text));
}

const COMMENT_OR_STRING = /\/\/.*|\/\*[\s\S]*?\*\/|(["'`])(?:\\.|(?!\1)[^\\])*\1/g;
const BRANCH = /\b(?:if|switch|try|for|while)\b|\?(?!\.)|&&|\|\|/;
const REFUSAL = /\bthrow\b|(?:\.(?:status|sendStatus|writeHead)\s*\(|\.statusCode\s*=)(?!\s*[23]\d\d\b)/;

/** The parameters as they are written, and where their list ends. */
function parametersOf(text: string): { names: string[]; end: number } {
  const arrow = text.indexOf('=>');
  const open = text.indexOf('(');
  // One parameter without parentheses: `req => …`.
  if (open === -1 || (arrow !== -1 && arrow < open)) return { names: [text.slice(0, arrow)], end: arrow };
  const names: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < text.length; at++) {
    const character = text.charAt(at);
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    if ((character === ',' && depth === 1) || depth === 0) {
      names.push(text.slice(from, at).trim());
      from = at + 1;
    }
    if (depth === 0) return { names: names.filter((name) => name !== ''), end: at };
  }
  return { names: ['...'], end: text.length };
}

/** Whether each use of `next` passes `new …` or a caught error; any other value may be `undefined`. */
function callsWithErrorsOnly(body: string, next: string): boolean {
  const name = `(?<![\\w$.])${next.replaceAll('$', '\\$')}(?![\\w$])`;
  const rest = PASSED_ERRORS.reduce(
    (text, { source }) =>
      text.replace(
        new RegExp(
          source.replace('NEXT', () => name),
          'g',
        ),
        '',
      ),
    body,
  );
  return [...rest.matchAll(new RegExp(`${name}(\\s*\\(\\s*new\\b)?`, 'g'))].every(
    ([, call]) => call !== undefined,
  );
}
