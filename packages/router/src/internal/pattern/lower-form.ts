import { PatternError } from '../../pattern-error.ts';
import type { PatternStep } from './pattern-step.ts';
import type { CaptureToken, FlatToken, ParameterToken, WildcardToken } from './pattern-token.ts';

/** A capture and the text between it and the next. */
interface Capture {
  readonly token: CaptureToken;
  readonly text: string;
}

const OTHER_SEPARATOR = 'write another separator, or use two segments';

/**
 * Turns one form of a pattern into the steps of a search.
 *
 * The search is linear because each capture inside a segment has exactly one possible end
 * (docs/decisions/0003-route-matching.md). A form in which a capture has several is rejected.
 */
export function lowerForm(pattern: string, form: readonly FlatToken[]): PatternStep[] {
  const steps: PatternStep[] = [];
  let at = 0;
  let stop = '';
  if (form[0]?.kind === 'text') pushText(steps, form[at++]?.kind === 'text' ? form[0].text : '');
  while (at < form.length) {
    const segment: Capture[] = [];
    do {
      const token = form[at++] as CaptureToken;
      const next = form[at];
      const text = next?.kind === 'text' ? next.text : '';
      if (text !== '') at++;
      else if (next !== undefined) throw adjacent(pattern, next as CaptureToken);
      segment.push({ token, text });
    } while (at < form.length && !segment.at(-1)?.text.includes('/'));
    const last = segment.at(-1) as Capture;
    if (lowerSegment(pattern, segment, stop, steps)) stop = last.text;
  }
  return steps;
}

/** Lowers the captures of one segment and the text after them; returns whether the last is a wildcard. */
function lowerSegment(
  pattern: string,
  segment: readonly Capture[],
  stop: string,
  steps: PatternStep[],
): boolean {
  const wildcardAt = segment.findIndex(({ token }) => token.kind === 'wildcard');
  if (wildcardAt === -1) {
    lowerParameters(pattern, segment, steps);
    return false;
  }
  if (wildcardAt < segment.length - 1)
    throw captureAfterWildcard(pattern, segment[wildcardAt + 1] as Capture);
  for (const { token, text } of segment.slice(0, -1)) {
    const { constraint } = token as ParameterToken;
    if (constraint?.mayContain(text.charCodeAt(0)))
      throw ambiguousEnd(pattern, token as ParameterToken, text);
    steps.push({ kind: 'until', text, constraint, beforeWildcard: true });
  }
  const { token, text } = segment[wildcardAt] as { token: WildcardToken; text: string };
  if (!token.bare && stop !== '' && !stop.startsWith('/')) throw unclearStop(pattern, token, stop);
  steps.push({ kind: 'wildcard', least: token.bare ? 0 : 1, stop: token.bare ? '' : stop });
  pushText(steps, text);
  return true;
}

function lowerParameters(pattern: string, segment: readonly Capture[], steps: PatternStep[]): void {
  let from = 0;
  while (from < segment.length - 1) {
    const { token, text } = segment[from] as { token: ParameterToken; text: string };
    if (token.constraint === undefined) break;
    if (token.constraint.mayContain(text.charCodeAt(0))) throw ambiguousEnd(pattern, token, text);
    steps.push({ kind: 'until', text, constraint: token.constraint, beforeWildcard: false });
    from++;
  }
  const rest = segment.slice(from);
  const constraints = rest.map(({ token }) => (token as ParameterToken).constraint);
  const separators = rest.map(({ text }) => text);
  const last = separators.pop() as string;
  const slash = last.indexOf('/');
  const tail = slash === -1 ? last : last.slice(0, slash);
  if (rest.length === 1 && tail === '') {
    steps.push({ kind: 'rest', constraint: constraints[0] });
  } else {
    refuseRepeatingSeparator(pattern, rest);
    refuseHeldSeparator(pattern, rest);
    steps.push({ kind: 'composite', separators: [...separators, tail], constraints });
  }
  pushText(steps, last.slice(tail.length));
}

function pushText(steps: PatternStep[], text: string): void {
  if (text !== '') steps.push({ kind: 'text', text });
}

/** From the second parameter on, a separator that can overlap itself (`--`, `aba`) would leave several ends to try. */
function refuseRepeatingSeparator(pattern: string, segment: readonly Capture[]): void {
  for (const { token, text } of segment.slice(1, -1)) {
    for (let shift = 1; shift < text.length; shift++) {
      if (text.startsWith(text.slice(shift))) {
        const problem = `Ambiguous end of \`:${token.name}\`: ${JSON.stringify(text)} can overlap itself`;
        throw new PatternError(
          pattern,
          token.position,
          `${problem}. Write a separator that cannot, or use two segments`,
        );
      }
    }
  }
}

/**
 * Segments are split from the right: a value begins after the last separator before its end, so a constraint must not
 * allow that separator's last character.
 */
function refuseHeldSeparator(pattern: string, segment: readonly Capture[]): void {
  for (const [index, { token }] of segment.entries()) {
    const separator = segment[index - 1]?.text;
    const { constraint } = token as ParameterToken;
    if (separator === undefined || !constraint?.mayContain(separator.charCodeAt(separator.length - 1)))
      continue;
    const char = JSON.stringify(separator.slice(-1));
    const problem = `Ambiguous start of \`:${token.name}\`: its constraint allows ${char}, and ${JSON.stringify(separator)} precedes it`;
    throw new PatternError(
      pattern,
      token.position,
      `${problem}. Exclude ${char} from the constraint, or ${OTHER_SEPARATOR}`,
    );
  }
}

function adjacent(pattern: string, token: CaptureToken): PatternError {
  const mark = token.kind === 'parameter' ? ':' : '*';
  const problem = 'Ambiguous end of the capture before this one';
  return new PatternError(
    pattern,
    token.position,
    `${problem}: write text between them, as in \`/${mark}${token.name}\``,
  );
}

function captureAfterWildcard(pattern: string, { token }: Capture): PatternError {
  const problem = 'A capture cannot follow a wildcard in the same segment';
  return new PatternError(pattern, token.position, `${problem}: begin a new segment with \`/\` between them`);
}

function unclearStop(pattern: string, token: WildcardToken, stop: string): PatternError {
  const problem = `Ambiguous end of the wildcard before this one: ${JSON.stringify(stop)} is between them`;
  return new PatternError(pattern, token.position, `${problem}. Begin that text with \`/\``);
}

function ambiguousEnd(pattern: string, token: ParameterToken, text: string): PatternError {
  const char = JSON.stringify(text.charAt(0));
  const problem = `Ambiguous end of \`:${token.name}\`: its constraint allows ${char}, and ${JSON.stringify(text)} follows`;
  return new PatternError(
    pattern,
    token.position,
    `${problem}. Exclude ${char} from the constraint, or ${OTHER_SEPARATOR}`,
  );
}
