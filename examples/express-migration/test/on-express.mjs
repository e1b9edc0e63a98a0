// `node --import ./test/on-express.mjs dist/server.js`: the application before its migration.
import { register } from 'node:module';

register('./express-again.mjs', { parentURL: import.meta.url, data: import.meta.resolve('express') });
