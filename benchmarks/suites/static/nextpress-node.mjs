import { application } from './nextpress.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => application({ fastLane: false }).listen(0, '127.0.0.1');
