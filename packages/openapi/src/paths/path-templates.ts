/** A path in OpenAPI's syntax. */
export interface PathTemplate {
  /** Such as `/users/{id}`. */
  readonly path: string;
  readonly params: readonly PathParam[];
}

export interface PathParam {
  readonly name: string;
  /** Whether it captures several segments, which OpenAPI cannot express. */
  readonly isWildcard: boolean;
  /** The expression after the name, as in `/:id(\\d+)`. */
  readonly constraint: string | undefined;
}

type Part = string | PathParam | { readonly optional: readonly Part[] };

/** `:name`, `:"a name"` or `*name`, with an expression, and with a modifier of Express 4; or an expression alone. */
const CAPTURE =
  /(?:(?<kind>[:*])(?:"(?<quoted>(?:\\.|[^"\\])*)"|(?<name>[\p{ID_Start}_$][\p{ID_Continue}$]*))?)?(?:\((?<constraint>(?:\\.|[^\\()]|\([^()]*\))*)\))?(?<modifier>[?+*](?![\p{ID_Start}_$"]))?/uy;

/**
 * The paths that a pattern describes, one for each way to keep or omit its optional groups: `/users{/:id}` yields `/users` and
 * `/users/{id}`.
 */
export function pathTemplates(pattern: string): PathTemplate[] {
  const parts = new PatternReader(pattern).read();
  const templates = new Map<string, PathTemplate>();
  for (const plain of withoutOptional(parts)) {
    const template = templateOf(plain);
    templates.set(template.path, template);
  }
  return [...templates.values()];
}

class PatternReader {
  readonly #pattern: string;
  #at = 0;
  #unnamed = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Reads up to the end of the group, or of the pattern. */
  read(): Part[] {
    const parts: Part[] = [];
    while (this.#at < this.#pattern.length) {
      const character = this.#pattern[this.#at] as string;
      if (character === '}') {
        this.#at++;
        break;
      }
      if (character === '{') {
        this.#at++;
        parts.push({ optional: this.read() });
      } else if (character === '\\') {
        parts.push(this.#pattern[this.#at + 1] ?? '');
        this.#at += 2;
      } else if (/[:*(]/.test(character)) {
        this.#readCapture(parts);
      } else {
        parts.push(character);
        this.#at++;
      }
    }
    return parts;
  }

  #readCapture(parts: Part[]): void {
    CAPTURE.lastIndex = this.#at;
    const match = CAPTURE.exec(this.#pattern);
    const { kind, quoted, name, constraint, modifier } = match?.groups ?? {};
    this.#at += Math.max(match?.[0].length ?? 0, 1);
    const param: PathParam = {
      name: quoted?.replace(/\\(.)/g, '$1') ?? name ?? String(this.#unnamed++),
      isWildcard: (kind === '*' && modifier === undefined) || modifier === '*' || modifier === '+',
      constraint: constraint === '.*' ? undefined : constraint,
    };
    if (modifier !== '?' && modifier !== '*') {
      parts.push(param);
      return;
    }
    const slash = parts.at(-1) === '/' ? [parts.pop() as Part] : [];
    parts.push({ optional: [...slash, param] });
  }
}

/** All lists of parts that result from keeping or omitting each optional group, the shortest first. */
function withoutOptional(parts: readonly Part[]): (string | PathParam)[][] {
  const [first, ...rest] = parts;
  if (first === undefined) return [[]];
  const rests = withoutOptional(rest);
  if (typeof first === 'string' || 'name' in first) return rests.map((each) => [first, ...each]);
  const kept = withoutOptional(first.optional).flatMap((inside) => rests.map((each) => [...inside, ...each]));
  return [...rests, ...kept];
}

function templateOf(parts: readonly (string | PathParam)[]): PathTemplate {
  const path = parts.map((part) => (typeof part === 'string' ? literal(part) : `{${part.name}}`)).join('');
  return {
    path: path.replace(/(?<=.)\/$/, '') || '/',
    params: parts.filter((part) => typeof part !== 'string'),
  };
}

/** Braces have a meaning in OpenAPI's paths. */
function literal(text: string): string {
  return /[{}?#]/.test(text) ? encodeURIComponent(text) : text;
}
