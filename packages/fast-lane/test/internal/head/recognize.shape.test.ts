import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { Head } from '../../../src/internal/head/head.ts';
import { recognize } from '../../../src/internal/head/recognize.ts';

setFlagsFromString('--allow-natives-syntax');
const optimizeNext = new Function(
  'f',
  '%PrepareFunctionForOptimization(f); return () => %OptimizeFunctionOnNextCall(f)',
) as (f: object) => () => void;
const statusOf = new Function('f', 'return %GetOptimizationStatus(f)') as (f: object) => number;

/** The status of a function that was just optimized: the bits differ between Node versions. */
function optimizedStatus(): number {
  const sample = (): number => 1;
  const optimize = optimizeNext(sample);
  sample();
  optimize();
  sample();
  return statusOf(sample);
}

const ORDINARY_HEAD = `POST /a?b HTTP/1.1\r\nHost: a\r\nX: ${'v'.repeat(40)}\r\nContent-Length: 3\r\nAccept: \xff\t\r\n\r\n`;

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

test('no input deoptimizes the recognizer', () => {
  const head = new Head();
  const beginnings = Array.from(ORDINARY_HEAD, (_, length) => bytesOf(ORDINARY_HEAD.slice(0, length)));
  const broken = beginnings.map((bytes) => Buffer.concat([bytes, bytesOf('\0\0')]));
  const whole = bytesOf(ORDINARY_HEAD.repeat(3));
  const recogniseAll = (): void => {
    for (const bytes of beginnings) expect(recognize(bytes, 0, 16_384, head)).toBe('partial head');
    for (const bytes of broken) expect(recognize(bytes, 0, 16_384, head)).not.toMatch(/ordinary|partial/);
    for (let at = 0; at < whole.length; at = head.end + head.contentLength - 3)
      expect(recognize(whole, at, 16_384, head)).toBe('ordinary');
  };
  const optimized = optimizedStatus();
  const optimize = optimizeNext(recognize);
  // It keeps the feedback from before a deoptimization.
  for (let i = 0; i < 5; i++) {
    recogniseAll();
    optimize();
    recogniseAll();
  }
  expect(statusOf(recognize)).toBe(optimized);
  for (let i = 0; i < 20; i++) recogniseAll();
  expect(statusOf(recognize)).toBe(optimized);
});
