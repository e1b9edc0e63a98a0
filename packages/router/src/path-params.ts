/**
 * The params of a literal pattern: `/users/:id` gives `{ id: string }`, an optional part gives optional properties, `*path` a
 * list of segments, and a bare `*` the string `'0'`.
 *
 * A pattern of type `string` may have any names, each a string or an array. A template type has its visible names and
 * possibly others. A union of patterns gives the union of their params.
 */
export type PathParams<Pattern extends string> = Pattern extends unknown
  ? // A record whose keys are not literals has no required property.
    Record<never, never> extends Record<Pattern, 0>
    ? AnyAnd<Flat<Read<Pattern, [], [], unknown>>>
    : Flat<Read<Pattern, [], [], unknown>>
  : never;

/** Any names in addition to the known ones. */
type AnyAnd<Known> = [keyof Known] extends [never]
  ? Record<string, string | string[]>
  : Record<string, string | string[]> & Known;

/** Parses a pattern from left to right: `Groups` has an element per open brace, `Bare` one per unnamed wildcard. */
type Read<
  Rest extends string,
  Groups extends 0[],
  Bare extends 0[],
  Found,
> = Rest extends `${infer Char}${infer After}`
  ? Char extends '\\'
    ? Read<Drop<After>, Groups, Bare, Found>
    : Char extends '{'
      ? Read<After, [0, ...Groups], Bare, Found>
      : Char extends '}'
        ? Read<After, Groups extends [0, ...infer Outer extends 0[]] ? Outer : [], Bare, Found>
        : Char extends ':'
          ? ReadParameter<ReadName<After>, Groups, Bare, Found>
          : Char extends '*'
            ? ReadWildcard<ReadName<After>, Groups, Bare, Found>
            : Read<After, Groups, Bare, Found>
  : Found;

type ReadParameter<Name extends [string, string], Groups extends 0[], Bare extends 0[], Found> =
  SkipConstraint<Name[1]> extends `?${infer After}`
    ? Read<After, Groups, Bare, Found & { [Key in Name[0]]?: string }>
    : Read<SkipConstraint<Name[1]>, Groups, Bare, Found & Capture<Name[0], string, Groups>>;

type ReadWildcard<
  Name extends [string, string],
  Groups extends 0[],
  Bare extends 0[],
  Found,
> = Name[0] extends ''
  ? Read<Name[1], Groups, [0, ...Bare], Found & Capture<`${Bare['length']}`, string, Groups>>
  : Read<Name[1], Groups, Bare, Found & Capture<Name[0], string[], Groups>>;

type Capture<Name extends string, Value, Groups extends 0[]> = Groups extends []
  ? { [Key in Name]: Value }
  : { [Key in Name]?: Value };

/** A name and the rest of the pattern; the name is `''` if there is none. */
type ReadName<Rest extends string> = Rest extends `"${infer After}`
  ? ReadQuoted<After, ''>
  : Rest extends `${Digit}${string}`
    ? ['', Rest]
    : ReadPlain<Rest, ''>;

type ReadPlain<Rest extends string, Name extends string> = Rest extends `${infer Char}${infer After}`
  ? Char extends Punctuation
    ? [Name, Rest]
    : ReadPlain<After, `${Name}${Char}`>
  : [Name, ''];

type ReadQuoted<Rest extends string, Name extends string> = Rest extends `${infer Char}${infer After}`
  ? Char extends '"'
    ? [Name, After]
    : Char extends '\\'
      ? After extends `${infer Escaped}${infer Tail}`
        ? ReadQuoted<Tail, `${Name}${Escaped}`>
        : [Name, '']
      : ReadQuoted<After, `${Name}${Char}`>
  : [Name, ''];

type SkipConstraint<Rest extends string> = Rest extends `(${infer After}`
  ? SkipParentheses<After, [0]>
  : Rest;

type SkipParentheses<Rest extends string, Open extends 0[]> = Open extends []
  ? Rest
  : Rest extends `${infer Char}${infer After}`
    ? Char extends '\\'
      ? SkipParentheses<Drop<After>, Open>
      : Char extends '['
        ? SkipParentheses<SkipClass<After>, Open>
        : Char extends '('
          ? SkipParentheses<After, [0, ...Open]>
          : Char extends ')'
            ? SkipParentheses<After, Open extends [0, ...infer Outer extends 0[]] ? Outer : []>
            : SkipParentheses<After, Open>
    : '';

type SkipClass<Rest extends string> = Rest extends `${infer Char}${infer After}`
  ? Char extends '\\'
    ? SkipClass<Drop<After>>
    : Char extends ']'
      ? After
      : SkipClass<After>
  : '';

/** The text without its first character. */
type Drop<Text extends string> = Text extends `${string}${infer After}` ? After : '';

type Flat<Found> = { [Key in keyof Found]: Found[Key] };

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/** The ASCII characters that end a name. */
type Punctuation =
  | ' '
  | '!'
  | '"'
  | '#'
  | '%'
  | '&'
  | "'"
  | '('
  | ')'
  | '*'
  | '+'
  | ','
  | '-'
  | '.'
  | '/'
  | ':'
  | ';'
  | '<'
  | '='
  | '>'
  | '?'
  | '@'
  | '['
  | '\\'
  | ']'
  | '^'
  | '`'
  | '{'
  | '|'
  | '}'
  | '~';
