import type { Rule } from './rule.ts';
import { ruleGroups } from './rule-groups.ts';

const HEAD = `# What RFC 9112 asks of a server

Every MUST and SHOULD of RFC 9112 for servers and of RFC 9110 for origin servers that can be tested from outside with any handler,
and some MAYs that this server uses. Requirements for clients, caches and proxies are not listed, nor those that a handler must
meet, such as the headers of 401, 426 or of a response to PUT. Each row is a test over raw sockets, with and without the fast lane,
over TCP and TLS. This page is generated from [tests/conformance](../tests/conformance/src/rfc9112) by
\`npx vitest run tests/conformance --update\`.
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
