import { readFileSync, writeFileSync } from 'node:fs';

const place = /(?<=<!-- result -->\n)[\s\S]*(?=<!-- end of result -->)/;

/** Puts a result where the last one stood in a README. @param {string} markdown @param {URL} [readme] */
export function record(markdown, readme = new URL('README.md', import.meta.url)) {
  const text = readFileSync(readme, 'utf8');
  if (!place.test(text)) throw new Error(`${readme.pathname} has lost the marks around its result`);
  writeFileSync(
    readme,
    text.replace(place, () => `\n${markdown}\n\n`),
  );
}
