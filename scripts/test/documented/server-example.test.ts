import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type Block, blocksOf } from '../../documented/blocks.mjs';
import { type ServerExample, serverExamplesOf, tryServerExample } from '../../documented/server-example.mjs';
import { startServices, untilPrinted } from '../../documented/services.mjs';

const text = (fence: string, listen: string, commands: string): string =>
  ['# Page', `\`\`\`${fence}`, `app.${listen};`, '```', 'Text.', '```sh', commands, '```', ''].join('\n');

const page = (...parts: Parameters<typeof text>): Block[] => blocksOf('x.md', text(...parts));

describe('serverExamplesOf', () => {
  test('reads the line of the code, the services and the requests', () => {
    const [example] = serverExamplesOf(page('js server redis', 'listen(3000)', 'curl localhost:3000   # ok'));
    expect(example).toMatchObject({ path: 'x.md', line: 3, services: ['redis'] });
    expect(example?.requests).toEqual([{ command: 'curl localhost:3000', output: 'ok' }]);
  });

  test('keeps the options of listen', () => {
    const [example] = serverExamplesOf(page('js server', 'listen(3000, { signals: true })', 'curl a # b'));
    expect(example?.services).toEqual([]);
    expect(example?.code).toContain('app.listen(0, { signals: true }, function () {');
  });

  test('has no requests for a server without commands, or before another server', () => {
    const [server, commands] = page('js server', 'listen(3000)', 'curl a # b') as [Block, Block];
    const alone = [server, { ...commands, kind: 'text' }];
    expect(serverExamplesOf([...alone, server, commands]).map(({ requests }) => requests.length)).toEqual([
      0, 1,
    ]);
    expect(serverExamplesOf(alone).map(({ requests }) => requests.length)).toEqual([0]);
  });

  test('reads outputs on the next line, and commands of several lines', () => {
    const commands = 'curl a\n# 1\ncurl b\ncurl c -d x \\\n  -d y\n# 2';
    const [example] = serverExamplesOf(page('js server', 'listen(3000)', commands));
    expect(example?.requests).toEqual([
      { command: 'curl a', output: '1' },
      { command: 'curl b', output: undefined },
      { command: 'curl c -d x \\\n  -d y', output: '2' },
    ]);
  });
});

test('tryServerExample refuses a command without an output', async () => {
  const [example] = serverExamplesOf(page('js server', 'listen(3000)', 'curl a # b\ncurl c -d x'));
  expect(await tryServerExample('none.mjs', example as ServerExample, '.')).toEqual({
    problem: 'curl c -d x has no "# output"',
  });
});

describe('startServices', () => {
  test('rejects when a service is unknown', async () => {
    await expect(startServices(['oracle'])).rejects.toThrow(
      'Unknown service "oracle": expected redis, postgres',
    );
  });

  test.each<[string, () => Promise<string>, unknown]>([
    ['fails', () => Promise.reject(new Error('no disk')), new Error('no disk')],
    ['is not available', () => Promise.resolve('not installed'), 'not installed'],
  ])('stops the services that it has started when the next one %s', async (_what, second, outcome) => {
    let stopped = 0;
    const first = () => Promise.resolve({ stop: () => stopped++ });
    const started = startServices(['first', 'second'], { first, second });
    expect(await started.catch((error: unknown) => error)).toEqual(outcome);
    expect(stopped).toBe(1);
  });

  test('runs a program without services on this Node', async () => {
    expect(await startServices([])).toMatchObject({ env: {}, node: process.execPath });
  });
});

describe('untilPrinted', () => {
  test('resolves when a service prints the text, in two chunks', async () => {
    const output = new PassThrough();
    output.write('Ready to acc');
    output.write('ept connections\n');
    await untilPrinted(output, 'Ready to accept');
    expect(output.destroyed).toBe(false);
  });

  test('rejects with the output of a service that ends earlier', async () => {
    const output = new PassThrough();
    output.end('bind: Address already in use');
    await expect(untilPrinted(output, 'Ready')).rejects.toThrow('got: bind: Address already in use');
  });
});
