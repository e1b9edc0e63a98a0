import { type CharSet, holds } from './char-set.ts';
import type { RegExpSyntax } from './regexp-syntax.ts';

/** A short text that a regular expression without assertions matches. */
export function sampleText(syntax: RegExpSyntax): string {
  switch (syntax.kind) {
    case 'char':
      return sampleChar(syntax.set, syntax.isNegated);
    case 'sequence':
      return syntax.parts.map(sampleText).join('');
    case 'choice':
      return sampleText(syntax.options[0] as RegExpSyntax);
    case 'repeat':
      return sampleText(syntax.part).repeat(Math.min(Math.max(syntax.least, 1), syntax.most));
    case 'group':
      return sampleText(syntax.part);
    default:
      return '';
  }
}

function sampleChar(set: CharSet, isNegated: boolean): string {
  const usual = [...'a0A-.'].find((char) => holds(set, char.charCodeAt(0)) !== isNegated);
  return usual ?? String.fromCharCode(set[0]?.[0] ?? 0x61);
}
