import { expect, test } from 'vitest';
import { htmlListing, jsonListing } from '../src/listing.ts';

test('htmlListing links each name, and the parent if there is one', () => {
  const page = htmlListing(['a b'], { names: ['c d/', 'e?.txt'], isComplete: true });
  expect(page).toContain('<title>/a b/</title>');
  expect(page.match(/<li>.*/g)).toEqual([
    '<li><a href="../">../</a></li>',
    '<li><a href="./c%20d/">c d/</a></li>',
    '<li><a href="./e%3F.txt">e?.txt</a></li>',
  ]);
  expect(htmlListing([], { names: [], isComplete: true })).not.toContain('<li>');
});

test('listings say whether they are complete', () => {
  expect(htmlListing([], { names: ['a'], isComplete: false })).toContain('There are more');
  expect(htmlListing([], { names: ['a'], isComplete: true })).not.toContain('There are more');
  expect(jsonListing({ names: ['a'], isComplete: false })).toBe('{"names":["a"],"complete":false}');
});

test('htmlListing escapes the path and the names', () => {
  const page = htmlListing(['<b>'], { names: [`"'&<i>`], isComplete: true });
  expect(page).toContain('<h1>/&lt;b&gt;/</h1>');
  expect(page).toContain('<a href="./%22&#39;%26%3Ci%3E">&quot;&#39;&amp;&lt;i&gt;</a>');
});
