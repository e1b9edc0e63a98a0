/** @module Blocks of documentation whose kind is unknown, so that nothing would run them. */

const LANGUAGES =
  'js|ts|sh|json|text|html|css|diff|http|yaml|nginx|dockerfile|ini|toml|sql|svg|xml|console|md';

/** What can follow the backticks. `js norun` and `ts client` are shown and not run. */
const KINDS = [
  new RegExp(`^(?:${LANGUAGES})(?: \\[[\\w./-]+\\])?$`),
  /^[jt]s server(?: (?:redis|postgres|sqlite|identity|model|s3|certificate|telemetry))*(?: \[[\w./-]+\])?$/,
  /^(?:js norun|ts client)$/,
];

export const KNOWN =
  'js, ts, js server (with services: redis, postgres, sqlite, identity, model, s3, certificate, telemetry), js norun, ts client, or a language that is only shown; a file name in brackets may follow';

/**
 * @param {string} text Markdown.
 * @returns {{ line: number, kind: string }[]} blocks that would be skipped silently
 */
export function unknownFences(text) {
  let close = '';
  return text.split('\n').flatMap((line, index) => {
    const [, marks = '', kind = ''] = /^ *(`{3,})(.*)$/.exec(line) ?? [];
    if (marks === '') return [];
    if (close !== '') {
      if (marks.length >= close.length && kind.trim() === '') close = '';
      return [];
    }
    close = marks;
    return KINDS.some((known) => known.test(kind.trim())) ? [] : [{ line: index + 1, kind: kind.trim() }];
  });
}
