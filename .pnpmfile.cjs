// Published packages have no scripts, no development dependencies, and no level for the check of imports.
module.exports = {
  hooks: {
    beforePacking({ scripts, devDependencies, nextpress, ...manifest }) {
      return manifest;
    },
  },
};
