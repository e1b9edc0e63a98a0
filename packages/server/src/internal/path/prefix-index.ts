import type { Matcher } from '@nextpress/router';
import type { PathRules } from './path-matcher.ts';

/** The values of one text. */
export interface PrefixNode<Value> {
  /** Identifies the node in keys. */
  readonly id: number;
  /** In lower case unless case matters. */
  readonly text: string;
  readonly values: readonly Value[];
  /** The node of the longest other text that starts this one; `undefined` for the empty text. */
  readonly parent: PrefixNode<Value> | undefined;
}

/** Finds values by the segments that a path begins with: a lookup among a thousand texts takes as long as among ten. */
export class PrefixIndex<Value> {
  readonly #nodes = new Map<string, PrefixNode<Value>>();
  readonly #root: PrefixNode<Value>;
  /** Sorted, so that each text precedes the longer ones that start with it. */
  readonly #texts: readonly string[];
  readonly #caseSensitive: boolean;
  #longest = 0;

  constructor(
    entries: readonly (readonly [text: string, value: Value])[],
    { caseSensitive }: Pick<PathRules, 'caseSensitive'>,
  ) {
    this.#caseSensitive = caseSensitive;
    const values = new Map<string, Value[]>();
    for (const [given, value] of entries) {
      const text = this.#folded(given);
      const others = values.get(text);
      if (others === undefined) values.set(text, [value]);
      else others.push(value);
      this.#longest = Math.max(this.#longest, text.length);
    }
    this.#root = { id: 0, text: '', values: values.get('') ?? [], parent: undefined };
    values.delete('');
    this.#texts = [...values.keys()].sort();
    for (const [at, text] of this.#texts.entries()) {
      const parent = this.#longestOf(text);
      this.#nodes.set(text, { id: at + 1, text, values: values.get(text) ?? [], parent });
    }
  }

  /** The node of the longest text that a path begins with. */
  find(pathname: string): PrefixNode<Value> {
    if (this.#texts.length === 0) return this.#root;
    // If this cuts a segment in two, nothing is lost: no text is that long.
    return this.#longestOf(this.#folded(pathname.slice(0, this.#longest + 1)));
  }

  /** Whether a longer text begins with this one and a slash. Every text does so with the empty one. */
  hasLonger(text: string): boolean {
    const start = text === '' ? '' : `${this.#folded(text)}/`;
    let low = 0;
    let high = this.#texts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#texts[middle] as string) < start) low = middle + 1;
      else high = middle;
    }
    return this.#texts[low]?.startsWith(start) === true;
  }

  #longestOf(text: string): PrefixNode<Value> {
    let { length } = text;
    while (length > 0) {
      const node = this.#nodes.get(text.slice(0, length));
      if (node !== undefined) return node;
      length = text.lastIndexOf('/', length - 1);
    }
    return this.#root;
  }

  #folded(text: string): string {
    return this.#caseSensitive ? text : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  }
}

/** The whole segments that every path of a pattern begins with. */
export function indexTextOf({
  isLiteral,
  literalStart: text,
  forms = [],
}: Pick<Matcher, 'forms' | 'isLiteral' | 'literalStart'>): string {
  const isWhole = forms.every(({ 0: first, length }) => {
    if (first?.kind !== 'text') return false;
    return first.text.charAt(text.length) === '/' || (length === 1 && first.text.length === text.length);
  });
  const whole = isLiteral || isWhole ? text : text.slice(0, Math.max(0, text.lastIndexOf('/')));
  // A path of `/` may end in another slash, which would otherwise be an empty segment of `//{x}`.
  return whole.replace(/\/+$/, '');
}
