import { createServer } from 'node:net';
import { fixedAnswer } from '../../fixed-answer.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = (scenario) =>
  scenario === 'ping'
    ? createServer(fixedAnswer('text/plain; charset=utf-8', 'Hi')).listen(0, '127.0.0.1')
    : { unavailable: 'it knows the answer to one request alone' };
