/**
 * Gives titles of generated pages an anchor that no section uses: the page Router has a section Router.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function referenceTitles(md) {
  md.core.ruler.before('anchor', 'reference-titles', (state) => {
    if (!state.env.relativePath?.startsWith('reference/')) return;
    const title = state.tokens.find(({ type, tag }) => type === 'heading_open' && tag === 'h1');
    if (title?.attrGet('id') === null) title.attrSet('id', 'top');
  });
}
