import { chunked } from './chunked.ts';
import { closing } from './closing.ts';
import { conditionals } from './conditionals.ts';
import { expectations } from './expectations.ts';
import { fieldSyntax } from './field-syntax.ts';
import { framing } from './framing.ts';
import { host } from './host.ts';
import { methods } from './methods.ts';
import { persistence } from './persistence.ts';
import { ranges } from './ranges.ts';
import { requestLine } from './request-line.ts';
import type { RuleGroup } from './rule.ts';

/** Every requirement of RFC 9112 that binds a server, and those of RFC 9110 that bind an origin server and can be tried from outside. */
export const ruleGroups: readonly RuleGroup[] = [
  requestLine,
  host,
  fieldSyntax,
  framing,
  chunked,
  persistence,
  closing,
  expectations,
  methods,
  conditionals,
  ranges,
];
