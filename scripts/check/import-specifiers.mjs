/**
 * What a TypeScript source imports, types included, with the line of each.
 *
 * Lines of a comment are left out: an `@example` may import what the source must not.
 *
 * @param {string} source
 * @returns {{ specifier: string, line: number }[]}
 */
export function importSpecifiers(source) {
  return source.split('\n').flatMap((text, index) => {
    if (/^\s*(\*|\/\*|\/\/)/.test(text)) return [];
    const found = /\bfrom\s+['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/.exec(text);
    const specifier = found?.[1] ?? found?.[2];
    return specifier === undefined ? [] : [{ specifier, line: index + 1 }];
  });
}

/** The package a bare specifier belongs to: `@scope/name` of `@scope/name/subpath`. @param {string} specifier */
export function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
