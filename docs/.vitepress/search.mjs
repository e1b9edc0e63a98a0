/** Search in the browser, with an index that is part of the site. @type {NonNullable<import('vitepress').DefaultTheme.Config['search']>} */
export const search = {
  provider: 'local',
  options: {
    miniSearch: {
      searchOptions: {
        // Pages for contributors come after those for users. The site gets the text of this function, and nothing around it.
        boostDocument: (id) =>
          /^\/(?:decisions\/|internals|request-pipeline|rfc9112)/.test(String(id)) ? 0.3 : 1,
      },
    },
  },
};
