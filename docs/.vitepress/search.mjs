/** Search in the browser, with an index that is part of the site. @type {NonNullable<import('vitepress').DefaultTheme.Config['search']>} */
export const search = {
  provider: 'local',
  options: {
    _render: withoutHighlighting,
    miniSearch: {
      searchOptions: {
        // A page about the subject comes first, then members of app, req and res before types of packages, and pages for
        // contributors last. The site gets the text of this function, and nothing around it.
        boostDocument: (id, _term, stored) => {
          if (/^\/(?:decisions\/|internals|request-paths|request-pipeline|rfc9112)/.test(String(id)))
            return 0.3;
          if (/^\/(?:questions|reference\/packages\/)/.test(String(id))) return 0.7;
          return Array.isArray(stored?.titles) && stored.titles.length === 0 ? 1.5 : 1;
        },
      },
    },
  },
};

/**
 * Renders a page for the index, which needs no colors. They take most of the time.
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
