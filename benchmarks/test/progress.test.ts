import { expect, test } from 'vitest';
import { createProgress, formatTime } from '../progress.mjs';

function watch(isTTY: boolean, columns = 80) {
  let written = '';
  let clock = 0;
  const screen = { isTTY, columns, write: (text: string) => (written += text) };
  const progress = createProgress(4, screen, () => clock);
  return {
    progress,
    step(what: string, detail: string) {
      progress.next(what, detail);
      clock += 1_000;
      progress.done();
    },
    take() {
      const text = written;
      written = '';
      return text;
    },
  };
}

test('a terminal has one line that is written anew, with the time left', () => {
  const { progress, step, take } = watch(true);
  step('hello, round 1 of 1', 'koa');
  step('hello, round 1 of 1', 'hono');
  expect(take()).toBe(
    `\r\u001b[2K${'░'.repeat(20)}   0 %  hello, round 1 of 1 · koa` +
      `\r\u001b[2K${'█'.repeat(5)}${'░'.repeat(15)}  25 %  hello, round 1 of 1 · hono · 3 s left`,
  );
  progress.say('hello, koa: failed');
  progress.end();
  expect(take()).toBe('\r\u001b[2Khello, koa: failed\n\r\u001b[2K');
});

test('a line is cut where the terminal ends', () => {
  const { step, take } = watch(true, 30);
  step('a scenario with a long name', 'koa');
  expect(take()).toHaveLength('\r\u001b[2K'.length + 29);
});

test('elsewhere a round is a line, without codes', () => {
  const { progress, step, take } = watch(false);
  step('hello, round 1 of 2', 'koa');
  step('hello, round 1 of 2', 'hono');
  step('hello, round 2 of 2', 'hono');
  progress.say('hello, koa: failed');
  progress.end();
  expect(take()).toBe(
    '  0 %  hello, round 1 of 2\n 50 %  hello, round 2 of 2 · 2 s left\nhello, koa: failed\n',
  );
});

test('times are told as a person would', () => {
  expect([0.2, 89.5, 90, 3_600, 6_600].map(formatTime)).toEqual([
    '1 s',
    '90 s',
    '2 min',
    '60 min',
    '1 h 50 min',
  ]);
});
