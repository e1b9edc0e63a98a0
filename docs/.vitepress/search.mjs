/** Search in the browser, with an index that is part of the site. @type {NonNullable<import('vitepress').DefaultTheme.Config['search']>} */
export const search = {
  provider: 'local',
  options: {
    miniSearch: {
      searchOptions: {
        // A page about the subject comes first, then members of app, req and res before types of packages, and pages for
        // contributors last. The site gets the text of this function, and nothing around it.
        boostDocument: (id, _term, stored) => {
          if (/^\/(?:decisions\/|internals|request-pipeline|rfc9112)/.test(String(id))) return 0.3;
          if (String(id).startsWith('/reference/packages/')) return 0.7;
          return Array.isArray(stored?.titles) && stored.titles.length === 0 ? 1.5 : 1;
        },
      },
    },
  },
};
