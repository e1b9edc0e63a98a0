import { describe, expect, test } from 'vitest';
import { formatContentDisposition } from '../src/content-disposition.ts';
import { parseCookies } from '../src/cookie.ts';
import { parseEntityTagList } from '../src/entity-tag.ts';
import { forwardedAddresses } from '../src/forwarded.ts';
import { parseHost } from '../src/host.ts';
import { parseHttpDate } from '../src/http-date.ts';
import { parseMediaType } from '../src/media-type.ts';
import { preferredEncoding, preferredMediaType } from '../src/negotiation.ts';
import { parseNestedQuery } from '../src/nested-query.ts';
import { evaluatePreconditions } from '../src/preconditions.ts';
import { acceptedCharset, acceptedEncodings, acceptedLanguage } from '../src/preferences.ts';
import { parseQuery } from '../src/query.ts';
import { parseRange } from '../src/range.ts';
import { canonicalText, parseRequestTarget } from '../src/request-target.ts';
import { appendVary } from '../src/vary.ts';

// Longer than the 16 KiB of headers that Node accepts. With the greater length, a quadratic parser takes minutes, which
// exceeds the test's timeout.
const LENGTH = process.env.NEXTPRESS_TESTS !== undefined ? 200_000 : 20_000;
const fill = (unit: string): string => unit.repeat(LENGTH / unit.length);

const texts: readonly (readonly [string, string])[] = [
  ['spaces', fill(' ')],
  ['tabs and spaces', fill(' \t')],
  ['commas', fill(',')],
  ['spaced commas', fill(' , ')],
  ['semicolons', fill(';')],
  ['quotes', fill('"')],
  ['backslashes', fill('\\')],
  ['an unclosed quote before commas', `"${fill(',')}`],
  ['escaped quotes without a closing one', `"${fill('\\"')}`],
  ['elements that open a quote', fill('"a ,')],
  ['letters', fill('a')],
  ['a list of letters', fill('a,')],
  ['digits', fill('9')],
  ['dashes', fill('-')],
  ['ranges', `bytes=${fill('0-1,')}`],
  ['weights', fill('a/b;q=0.5,')],
  ['parameters', `a/b${fill(';a=b')}`],
  ['quoted parameters', `a/b${fill(';a="\\b"')}`],
  ['parameters without values', `a/b${fill(';a')}`],
  ['weak marks', fill('W/')],
  ['slashes', fill('/')],
  ['dot segments', fill('/..')],
  ['descending and ascending', fill('/a') + fill('/..')],
  ['escaped dot segments', fill('/%2e%2e')],
  ['escapes', `/${fill('%41')}`],
  ['malformed escapes', `/?${fill('%')}`],
  ['bytes', `/${fill('é')}`],
  ['pairs', fill('a=b&')],
  ['cookies', fill('a=b;')],
  ['semicolons before a cookie', `${fill(';')}=`],
  ['addresses', fill('10.0.0.1,')],
  ['nested pairs', fill('a[b]=c&')],
  ['pairs of an array', fill('a[]=c&')],
  ['conflicting pairs', fill('a=b&a[c]=d&a[0]=e&a[]=f&')],
  ['indexes of an array', Array.from({ length: 20_000 }, (_, index) => `a[${index}]=b`).join('&')],
  [
    'large indexes of many arrays',
    Array.from({ length: 15_000 }, (_, index) => `a${index}[99999]=`).join('&'),
  ],
  ['brackets', fill('[')],
  ['pairs of brackets', fill('[]')],
  ['deep names', `a${fill('[b]')}=c`],
  ['integer names', `?${Array.from({ length: 40_000 }, (_, index) => index * 7919).join('&')}`],
];

describe.each(texts)('%s', (_, text) => {
  test('are parsed in linear time without an exception', () => {
    expect(() => {
      parseMediaType(text);
      parseMediaType(`application/json${text}`);
      parseEntityTagList(text);
      parseHttpDate(text);
      parseRange(`bytes=${text}`, 1000, { maxRanges: LENGTH });
      preferredMediaType(text, ['text/html', 'application/json']);
      preferredEncoding(text, ['br', 'gzip', 'identity']);
      evaluatePreconditions(
        'GET',
        { 'if-none-match': text, 'if-modified-since': text },
        { entityTag: '"a"' },
      );
      parseQuery(text, { maxKeys: Number.POSITIVE_INFINITY });
      parseRequestTarget(text);
      parseRequestTarget(`http://${text}`);
      canonicalText(text);
      appendVary(text, 'Origin');
      acceptedCharset(text, ['utf-8', 'latin1']);
      acceptedEncodings(text);
      acceptedLanguage(text, ['en', 'de-AT']);
      parseCookies(text);
      parseHost(text);
      forwardedAddresses('127.0.0.1', text, () => true);
      formatContentDisposition(text);
      parseNestedQuery(text);
      parseNestedQuery(text, { depth: 1000, arrayLimit: LENGTH, parameterLimit: Number.POSITIVE_INFINITY });
    }).not.toThrow();
  });
});
