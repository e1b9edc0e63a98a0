import { expect, test } from 'vitest';
import { readOptions, usage } from '../options.mjs';
import { readSuites } from '../suites.mjs';

const suites = await readSuites();
const read = (...args: string[]) => readOptions(args, suites);

test('without options a short budget decides how much is measured', () => {
  expect(read()).toMatchObject({
    full: false,
    budget: 177.6,
    load: 'autocannon',
    node: undefined,
    native: false,
  });
  expect(read('--full')).toMatchObject({ full: true, budget: 6_600, native: true });
});

test('what is asked for is read', () => {
  expect(
    read('--scenario', 'hello', '--server', 'koa', '--rounds', '2', '--seconds', '0.5', '--warm-up', '10'),
  ).toMatchObject({ scenarios: ['hello'], servers: ['koa'], rounds: 2, seconds: 0.5, warmUp: 10 });
});

test('an unknown name is told together with the known ones', () => {
  expect(() => read('--server', 'nxt')).toThrow('there is no server "nxt": there are node-http, ');
  expect(() => read('--scenario', 'hallo')).toThrow('there is no scenario "hallo": there are hello, ');
  expect(() => read('--suite', 'hallo')).toThrow('there is no suite "hallo": there are hello, ');
  expect(() => read('--load', 'ab')).toThrow('--load is "ab": write autocannon or wrk');
});

test('every scenario can be asked of some of the servers', () => {
  expect(read('--full', '--server', 'koa')).toMatchObject({ full: true, servers: ['koa'], native: false });
});

test('options that contradict each other are refused', () => {
  expect(() => read('--full', '--suite', 'hello')).toThrow('--full measures every scenario');
  expect(() => read('--continue')).toThrow('add --out <file> or --full');
  expect(() => read('--seconds', '1', '--requests', '5')).toThrow('choose one');
  expect(() => read('--load', 'wrk', '--requests', '5')).toThrow('wrk sends requests for a time');
  expect(() => read('--load', 'wrk', '--full')).toThrow('add --out <file> for what wrk says');
});

test('a number that is none is refused', () => {
  expect(() => read('--rounds', '0')).toThrow('--rounds is "0": write a whole number from 1');
  expect(() => read('--seconds=-1')).toThrow('--seconds is "-1": write a number above 0');
});

test('help is asked for and not an option', () => {
  expect(read('--help')).toBeUndefined();
});

test('the usage fits a terminal', () => {
  expect(usage.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
