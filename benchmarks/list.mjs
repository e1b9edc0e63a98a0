import { servers } from './servers.mjs';

/** The scenarios and servers there are, as text. @param {readonly import('./suites.mjs').FoundSuite[]} suites */
export function listOf(suites) {
  return [
    ...suites.flatMap(({ name, title, scenarios }) => [`${name}: ${title}`, ...linesOf(scenarios), '']),
    'Servers',
    ...linesOf(servers),
    '',
    '* is measured without being asked for.',
  ].join('\n');
}

/** @param {readonly { name: string, title: string, essential?: boolean }[]} entries */
const linesOf = (entries) =>
  entries.map(({ name, title, essential }) => `  ${essential ? '*' : ' '} ${name.padEnd(24)} ${title}`);
