import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser for browser tests: `CHROMIUM_PATH`, or an installed one. @returns {string | undefined} */
export function findChromium() {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const candidates = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [CHROMIUM_PATH ?? '', ...candidates, ...elsewhere].find((path) => path !== '' && existsSync(path));
}
