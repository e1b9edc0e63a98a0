import { readFileSync, writeFileSync } from 'node:fs';
import { replaceMarked } from './report/documents/marked-text.mjs';

/** Puts a result where the last one stood in a README. @param {string} markdown @param {URL} readme */
export function record(markdown, readme) {
  writeFileSync(readme, replaceMarked(readFileSync(readme, 'utf8'), markdown, readme.pathname));
}
