import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { docs } from '../pages.mjs';

/**
 * Inlines SVG pictures of `docs`, so that their colors follow the site's theme. As separate files, they would follow the
 * browser's.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function pictures(md) {
  const { image } = md.renderer.rules;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index]?.attrGet('src') ?? '';
    if (/^[a-z]+:|^\/|(?<!\.svg)$/i.test(source)) return image?.(tokens, index, options, env, self) ?? '';
    const svg = readFileSync(join(docs, posix.dirname(env.relativePath), source), 'utf8');
    // Vue drops style elements from templates, but keeps this one.
    return svg.trim().replace('<style>', '<component :is="\'style\'">').replace('</style>', '</component>');
  };
}
