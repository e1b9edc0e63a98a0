import { readFileSync, writeFileSync } from 'node:fs';

const readme = new URL('README.md', import.meta.url);
const place = /(?<=<!-- result -->\n)[\s\S]*(?=<!-- end of result -->)/;

/** Puts a result where the last one stood in the README. @param {string} markdown */
export function record(markdown) {
  const text = readFileSync(readme, 'utf8');
  if (!place.test(text)) throw new Error('benchmarks/README.md has lost the marks around its result');
  writeFileSync(
    readme,
    text.replace(place, () => `\n${markdown}\n\n`),
  );
}
