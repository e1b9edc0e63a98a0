// Preloaded with `node -r`, in syntax that any Node parses, so that an old Node prints an explanation.
var wanted = require('../package.json').engines.node.replace('>=', '');
var have = process.versions.node.split('.').map(Number);
var need = wanted.split('.').map(Number);

if (have[0] < need[0] || (have[0] === need[0] && have[1] < need[1])) {
  process.stderr.write(
    '\n  Nextpress needs Node ' +
      wanted +
      ' or newer; this is Node ' +
      process.versions.node +
      '.\n  Install a current Node (https://nodejs.org) and run the command again.\n\n',
  );
  process.exit(1);
}
