import { expect, test } from 'vitest';
import { htmlListing, jsonListing } from '../../src/listing/listing-page.ts';

test('a page has a link for each name, and one up where there is something above', () => {
  const page = htmlListing('/a b/', { names: ['c d/', 'e?.txt'], isComplete: true }, true);
  expect(page).toContain('<title>/a b/</title>');
  expect(page.match(/<li>.*/g)).toEqual([
    '<li><a href="../">../</a></li>',
    '<li><a href="./c%20d/">c d/</a></li>',
    '<li><a href="./e%3F.txt">e?.txt</a></li>',
  ]);
  expect(htmlListing('/', { names: [], isComplete: true }, false)).not.toContain('<li>');
});

test('what is left out is told', () => {
  expect(htmlListing('/', { names: ['a'], isComplete: false }, false)).toContain('There are more');
  expect(htmlListing('/', { names: ['a'], isComplete: true }, false)).not.toContain('There are more');
  expect(jsonListing({ names: ['a'], isComplete: false })).toBe('{"names":["a"],"complete":false}');
});

test('neither a path nor a name is markup', () => {
  const page = htmlListing('/<b>/', { names: [`"'&<i>`], isComplete: true }, false);
  expect(page).toContain('<h1>/&lt;b&gt;/</h1>');
  expect(page).toContain('<a href="./%22&#39;%26%3Ci%3E">&quot;&#39;&amp;&lt;i&gt;</a>');
});
