/** @module Tables of what several members or pages say one by one. */
import { documentedCodes } from '../error-codes.mjs';
import { anchorOf, code, heading, table } from './markdown.mjs';

/**
 * The settings of `app.set`: the options whose comments have the name of a setting in parentheses.
 *
 * @param {readonly import('./members.mjs').Member[]} options Of `createServer`.
 */
export function settingsTable(options) {
  const rows = options.flatMap(({ name, documentation }) => {
    const setting = /\(`([a-z -]+)`\)/.exec(documentation.text)?.[1];
    return setting === undefined ? [] : [[code(setting), `[${code(name)}](#${anchorOf(name)})`]];
  });
  return [
    heading(2, 'Settings'),
    '`app.set(name, value)` changes a setting, and `app.get(name)` reads it. Each is also an option:',
    table(['setting', 'option'], rows),
    'One has no option: `forwarded host` says whether `X-Forwarded-Host` of a trusted proxy counts (by default true, and false with `behind` of `listen`). Other names are free for your own values.',
  ];
}

/** The codes of errors, each with a link to its cause and its remedy. */
export function codesTable() {
  const rows = documentedCodes().map(({ code: name, packages, status = '' }) => [
    `[${code(name)}](../error-codes.md#${name.toLowerCase()})`,
    status,
    packages.map(code).join(', '),
  ]);
  return [heading(2, 'Codes'), table(['code', 'status', 'package'], rows)];
}
