type Handler = (...args: never[]) => unknown;

/**
 * Whether a handler can pass a request on. `false` is only said where its text shows it: it uses no `req.next` and declares
 * no `next`, or calls it with errors alone. Of what can't be read, such as bound functions, it is `true`.
 */
export function canPassOn(handler: Handler): boolean {
  const text = Function.prototype.toString.call(handler);
  if (text.includes('[native code]') || /\barguments\b|\.next\b/.test(text)) return true;
  const { names, end } = parametersOf(text);
  if (names.some((name) => name.startsWith('...') || name.includes('='))) return true;
  const next = names[2];
  if (next === undefined) return false;
  return !/^[\w$]+$/.test(next) || !callsWithErrorsAlone(text.slice(end), next);
}

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

/** Whether every use of `next` is a call with an argument that is no text, as `next(error)` is. */
function callsWithErrorsAlone(body: string, next: string): boolean {
  const use = new RegExp(
    `(?<![\\w$.])${next.replaceAll('$', '\\$')}(?![\\w$])(\\s*\\(\\s*[^)\\s'"\`])?`,
    'g',
  );
  return [...body.matchAll(use)].every(([, call]) => call !== undefined);
}
