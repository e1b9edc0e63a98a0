module.exports = {
  hooks: {
    readPackage(manifest) {
      // It calls functions of the compiler that TypeScript 7 does not have.
      if (manifest.name === 'openapi-typescript') {
        manifest.dependencies.typescript = '5.9.3';
        delete manifest.peerDependencies.typescript;
      }
      return manifest;
    },
    // Published packages have no scripts, no development dependencies, and no level for the check of imports.
    beforePacking({ scripts, devDependencies, nextpress, ...manifest }) {
      return manifest;
    },
  },
};
