import { expect, test } from 'vitest';
import { escapeHtml, htmlPage } from '../src/html.ts';

test('escapeHtml escapes the special characters of text and attributes', () => {
  expect(escapeHtml(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
  expect(escapeHtml('plain é')).toBe('plain é');
});

test('htmlPage contains the title and the content', () => {
  expect(htmlPage('Error', 'a<br>b')).toMatch(/<title>Error<\/title>[\s\S]*<pre>a<br>b<\/pre>/);
});
