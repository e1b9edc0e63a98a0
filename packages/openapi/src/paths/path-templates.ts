import { createExpressMatcher, PatternError, type PatternForm } from '@nextpress/router';

/** A path in OpenAPI's syntax. */
export interface PathTemplate {
  /** For example `/users/{id}`. */
  readonly path: string;
  readonly params: readonly PathParam[];
}

export interface PathParam {
  readonly name: string;
  /** Whether the param captures several segments, which OpenAPI cannot express. */
  readonly isWildcard: boolean;
  /** The regular expression after the name, as in `/:id(\\d+)`. */
  readonly constraint: string | undefined;
}

/**
 * Returns the paths that a pattern describes, one for each combination of optional groups: `/users{/:id}` yields `/users` and
 * `/users/{id}`. Regular expressions yield none.
 */
export function pathTemplates(pattern: string): PathTemplate[] {
  const templates = new Map<string, PathTemplate>();
  for (const form of formsOf(pattern).toReversed()) {
    const template = templateOf(form);
    templates.set(template.path, template);
  }
  return [...templates.values()];
}

/** A route does not record which Express syntax it uses: version 4 accepts patterns that version 5 rejects. */
function formsOf(pattern: string): readonly PatternForm[] {
  for (const version of [5, 4] as const) {
    try {
      return createExpressMatcher(pattern, { version, strict: false }).forms ?? [];
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
    }
  }
  return [];
}

function templateOf(form: PatternForm): PathTemplate {
  const params: PathParam[] = [];
  let path = '';
  for (const [at, part] of form.entries()) {
    const isWildcard = part.kind === 'wildcard';
    if (part.kind === 'text') path += literal(part.text);
    // Express 4 captures the segments after the first one of `/:path*` separately.
    else if (isWildcard && form[at - 1]?.kind === 'parameter')
      params.push({ ...(params.pop() as PathParam), isWildcard });
    else {
      path += `{${part.name}}`;
      params.push({
        name: part.name,
        isWildcard,
        constraint: isWildcard ? undefined : part.constraint?.source,
      });
    }
  }
  return { path: path.replace(/(?<=.)\/$/, '') || '/', params };
}

/** Braces are syntax in OpenAPI paths. */
function literal(text: string): string {
  return text.replace(/[{}?#]/g, encodeURIComponent);
}
