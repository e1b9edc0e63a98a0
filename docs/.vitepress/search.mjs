/** Search in the browser, with an index that is part of the site. @type {NonNullable<import('vitepress').DefaultTheme.Config['search']>} */
export const search = {
  provider: 'local',
  options: {
    _render: withoutHighlighting,
    miniSearch: {
      searchOptions: {
        // Words that every page has say nothing about the subject, and as prefixes they would match most of the index.
        processTerm: (term) =>
          /^(?:an?|and|are|as|do|for|from|how|i|in|is|my|of|on|or|the|to|with)$/i.test(term)
            ? null
            : term.toLowerCase(),
        // The last word may still be incomplete.
        prefix: (term, index, terms) => index === terms.length - 1 || term.length > 3,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        // A page about the subject comes first, then members of app, req and res before types of packages, and pages for
        // contributors last. The tutorial mentions everything. The site gets the text of this function, and nothing around it.
        boostDocument: (id, _term, stored) => {
          if (/^\/(?:decisions\/|internals|request-paths|request-pipeline|rfc9112)/.test(String(id)))
            return 0.3;
          if (/^\/(?:questions|tutorial\/|reference\/packages\/)/.test(String(id))) return 0.7;
          return Array.isArray(stored?.titles) && stored.titles.length === 0 ? 1.5 : 1;
        },
      },
    },
  },
};

/**
 * Renders a page for the index without highlighting, which would take most of the time.
 *
 * @param {string} source
 * @param {import('vitepress').MarkdownEnv} env
 * @param {{ options: { highlight?: unknown }, render(source: string, env: unknown): string }} md
 */
function withoutHighlighting(source, env, md) {
  const { highlight } = md.options;
  md.options.highlight = undefined;
  try {
    return md.render(source, env);
  } finally {
    md.options.highlight = highlight;
  }
}
