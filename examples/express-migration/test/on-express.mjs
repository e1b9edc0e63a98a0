// `node --import ./test/on-express.mjs dist/server.js`: the application as it was before it moved.
import { register } from 'node:module';

register('./express-again.mjs', { parentURL: import.meta.url, data: import.meta.resolve('express') });
