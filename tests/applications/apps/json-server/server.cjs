const { copyFileSync } = require('node:fs');
const { join } = require('node:path');

// The command changes the file that it serves.
const file = join(process.env.DATA, 'db.json');
copyFileSync(join(__dirname, 'db.json'), file);
process.argv.push('--host', '127.0.0.1', '--port', process.env.PORT, '--quiet', file);
require('json-server/lib/cli/bin');
