/** Search in the browser, with an index that is part of the site. @type {NonNullable<import('vitepress').DefaultTheme.Config['search']>} */
export const search = {
  provider: 'local',
  options: {
    miniSearch: {
      searchOptions: {
        // Members of app, req and res come before types of packages, and pages for users before those for contributors.
        // The site gets the text of this function, and nothing around it.
        boostDocument: (id) => {
          if (/^\/(?:decisions\/|internals|request-pipeline|rfc9112)/.test(String(id))) return 0.3;
          return String(id).startsWith('/reference/packages/') ? 0.7 : 1;
        },
      },
    },
  },
};
