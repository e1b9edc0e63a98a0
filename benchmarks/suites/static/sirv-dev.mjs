import { createServer } from 'node:http';
import sirv from 'sirv';
import { staticFolder } from '../../content/static-files.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => createServer(sirv(staticFolder(), { etag: true, dev: true }));
