import { createServer } from 'node:net';
import { fixedAnswer } from '../../fixed-answer.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  createServer(fixedAnswer('application/json; charset=utf-8', '{"hello":"world"}')).listen(0, '127.0.0.1');
