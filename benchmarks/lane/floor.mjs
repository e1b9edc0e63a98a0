import { createServer } from 'node:net';
import { fixedAnswer } from '../fixed-answer.mjs';

/** What `node:net` costs: a fixed answer to each end of a head, and no parsing. Heads must end in whole chunks. */
export const createFloor = () =>
  createServer(fixedAnswer('application/json; charset=utf-8', '{"hello":"world"}'));
