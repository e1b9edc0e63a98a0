// Changelogs without the lists of updated dependencies.
module.exports = {
  getReleaseLine: async ({ summary }) => `- ${summary.replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async () => '',
};
