import type { Rule } from './rule.ts';
import { ruleGroups } from './rule-groups.ts';

const HEAD = `# What RFC 9112 asks of a server

Every MUST and SHOULD of RFC 9112 that binds a server, and of RFC 9110 those that bind an origin server, whatever its handlers
answer, and can be tried from outside; a MAY stands here where it says what this server does. What binds clients, caches and
proxies only isn't listed, and what is a handler's own to keep isn't either, such as the fields of 401, 426 or of an answer to PUT.
Each row is a test over raw sockets, run in the fast lane and in Node's, over TCP and over TLS. The rows, with their tests, are in
[internal/conformance](../internal/conformance/src/rfc9112); this page is written from them, by
\`npx vitest run --project @nextpress-internal/conformance --update\`.
`;

/** The rules as the page of them. */
export function documentOfRules(): string {
  const sections = ruleGroups.map(({ title, rules }) =>
    [`\n## ${title}\n`, '| section | a server … | |', '|---|---|---|', ...rules.map(rowOf), ''].join('\n'),
  );
  return HEAD + sections.join('');
}

function rowOf({ section, level, requires, how, instead }: Rule): string {
  const note = instead === undefined ? (how ?? '') : `**Not met.** ${instead}`;
  return `| ${section.replace(' ', ' ')} | ${level}: ${requires} | ${note} |`;
}
