const { copyFileSync } = require('node:fs');
const { join } = require('node:path');

// Verdaccio keeps its packages and its users in the folder of its configuration.
const config = join(process.env.DATA, 'config.yaml');
copyFileSync(join(__dirname, 'config.yaml'), config);
process.argv.push('--config', config, '--listen', `http://127.0.0.1:${process.env.PORT}`);
require('verdaccio/bin/verdaccio');
