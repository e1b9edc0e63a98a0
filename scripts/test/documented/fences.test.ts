import { expect, test } from 'vitest';
import { unknownFences } from '../../documented/fences.mjs';

const page = (...kinds: string[]): string => kinds.map((kind) => `\`\`\`${kind}\ncode\n\`\`\`\n`).join('\n');

test('unknownFences finds blocks that nothing runs or shows', () => {
  expect(unknownFences(page('js', 'js sever', 'javascript', '', 'js server oracle', 'js [a b.js]'))).toEqual([
    { line: 5, kind: 'js sever' },
    { line: 9, kind: 'javascript' },
    { line: 13, kind: '' },
    { line: 17, kind: 'js server oracle' },
    { line: 21, kind: 'js [a b.js]' },
  ]);
});

test('unknownFences knows programs, servers, files and other languages', () => {
  const kinds = [
    'ts',
    'js server redis postgres [server.js]',
    'js norun',
    'ts client',
    'html [views/a.html]',
    'sh',
  ];
  expect(unknownFences(page(...kinds))).toEqual([]);
});

test('unknownFences takes backticks in a longer block for content', () => {
  expect(unknownFences('````md\n```none\n```\n````\n')).toEqual([]);
});
