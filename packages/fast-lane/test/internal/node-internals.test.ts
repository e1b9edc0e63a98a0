import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { expect, test } from 'vitest';
import {
  CAN_END,
  DETACH_ABORT_SIGNAL,
  END_CALLBACKS,
  NODE_LISTENER,
  STREAM_STATES,
  SUPPORTED,
  WRITABLE_FINISHED,
} from '../../src/internal/node-internals.ts';

// The alarm for a new Node: where one of these fails, the lane is off there, and everything works but its speed.
test('this Node has everything that the lane needs', () => {
  expect(SUPPORTED).toBe(true);
});

test('this Node has everything that the lane ends responses with', () => {
  expect(CAN_END).toBe(true);
});

test('servers of both kinds have one and the same listener for connections', () => {
  expect(createServer().listeners('connection')).toEqual([NODE_LISTENER]);
  expect(createSecureServer().listeners('secureConnection')).toEqual([NODE_LISTENER]);
});

test('the state of a stream is a number, another one for each state', () => {
  const states = Object.values(STREAM_STATES);
  expect(states.every(Number.isInteger)).toBe(true);
  expect(new Set(states).size).toBe(states.length);
});

test('Node keeps by itself when a response has finished from 24 on, all of it or nothing', () => {
  const isLater = Number.parseInt(process.versions.node, 10) >= 24;
  const slots = [WRITABLE_FINISHED, END_CALLBACKS, DETACH_ABORT_SIGNAL];
  expect(slots.map((slot) => slot !== undefined)).toEqual([isLater, isLater, isLater]);
});
