// Forms as clients send them, well-formed or not: none may lose a part without an error.
import { BOUNDARY, CONTENT_TYPE, END, part } from './serve.ts';

interface Input {
  readonly title: string;
  readonly contentType?: string;
  readonly body: Buffer;
}

/** A form with its values: a string for a field, `[file name, content]` for a file. */
export interface Accepted extends Input {
  readonly values: Readonly<Record<string, string | readonly [filename: string, content: string]>>;
}

/** An invalid form, with a part of its error message. */
export interface Refused extends Input {
  readonly message: string;
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const name = (parameters: string): string => `Content-Disposition: form-data; ${parameters}`;
const last = part('name="b"', '2');

/** A form of bytes, in which `|` is a line end and `BOUNDARY` the boundary. */
function raw(text: string): Buffer {
  return latin1(text.replaceAll('|', '\r\n').replaceAll('BOUNDARY', BOUNDARY));
}

/** A form whose first part has these headers, and a second one that must not get lost. */
function headed(headers: string | readonly string[], content = '1'): Buffer {
  return Buffer.concat([part(headers, latin1(content)), last, END]);
}

const accepted = (title: string, body: Buffer, values: Accepted['values']): Accepted => ({
  title,
  body,
  values,
});
const first = (
  title: string,
  headers: string | readonly string[],
  value: string | [string, string],
): Accepted => accepted(title, headed(headers), { a: value, b: '2' });
const charset = (label: string, bytes: string, a: string): Accepted =>
  accepted(
    `a field in ${label}`,
    headed([name('name="a"'), `Content-Type: text/plain; charset=${label}`], bytes),
    {
      a,
      b: '2',
    },
  );
const boundary = (boundary: string, parameter = `"${boundary}"`): Accepted => ({
  title: `the boundary ${parameter}`,
  contentType: `Content-Type: multipart/form-data; boundary=${parameter}`,
  body: raw(`--${boundary}|${name('name="a"')}||1|--${boundary}--|`),
  values: { a: '1' },
});

const A = 'Content-Disposition: form-data; name="a"';
const B = 'Content-Disposition: form-data; name="b"';

export const ACCEPTED: readonly Accepted[] = [
  accepted('no part', raw('--BOUNDARY--|'), {}),
  accepted('a space after a boundary', raw(`--BOUNDARY |${A}||1|--BOUNDARY|${B}||2|--BOUNDARY--|`), {
    a: '1',
    b: '2',
  }),
  accepted(
    'white space after boundaries',
    raw(`--BOUNDARY|${A}||1|--BOUNDARY\t  |${B}||2|--BOUNDARY-- \t|`),
    {
      a: '1',
      b: '2',
    },
  ),
  accepted('no line end after the final boundary', raw(`--BOUNDARY|${A}||1|--BOUNDARY--`), { a: '1' }),
  accepted('a line feed after the final boundary', raw(`--BOUNDARY|${A}||1|--BOUNDARY--\n`), { a: '1' }),
  accepted(
    'text around it',
    raw(`text BOUNDARY --BOUNDARY|--BOUNDARY|${A}||1|--BOUNDARY--|text|--BOUNDARY|`),
    { a: '1' },
  ),
  accepted('a line end before it', raw(`|--BOUNDARY|${A}||1|--BOUNDARY--|`), { a: '1' }),
  accepted('an empty field', headed('name="a"', ''), { a: '', b: '2' }),
  accepted('a part that ends after its headers', raw(`--BOUNDARY|${A}||--BOUNDARY|${B}||2|--BOUNDARY--|`), {
    a: '',
    b: '2',
  }),
  accepted(
    'the boundary within lines',
    headed('name="a"', `x--${BOUNDARY}\r\ny--${BOUNDARY}-- --${BOUNDARY}`),
    {
      a: `x--${BOUNDARY}\r\ny--${BOUNDARY}-- --${BOUNDARY}`,
      b: '2',
    },
  ),
  accepted('almost a boundary', headed('name="a"', '\r\n--xYzZ\r\n\r\n--xYzZ-\r\r\n-'), {
    a: '\r\n--xYzZ\r\n\r\n--xYzZ-\r\r\n-',
    b: '2',
  }),
  accepted('other line ends in a field', headed('name="a"', '1\n2\r3\r\n4\0'), {
    a: '1\n2\r3\r\n4\0',
    b: '2',
  }),
  boundary('q q'),
  boundary("'()+_,-./:=?"),
  boundary('x'.repeat(70)),
  boundary('-----'),
  boundary('zz', 'zz;'),
  boundary('zz', 'zz; charset=utf-8'),
  boundary('x'.repeat(300)),

  first('a semicolon after the name', 'name="a";', '1'),
  first('semicolons around a file name', 'name="a";; filename="f.txt" ; ', ['f.txt', '1']),
  first('names without quotes', 'name=a; filename=f.txt', ['f.txt', '1']),
  first('spaces in a file name without quotes', 'name=a; filename=my own file.txt', ['my own file.txt', '1']),
  first('spaces around equals signs', 'name = "a"; filename = "f.txt"', ['f.txt', '1']),
  first('no spaces', ['Content-Disposition:form-data;name="a";filename="f.txt"'], ['f.txt', '1']),
  first(
    'names of headers and parameters in upper case',
    ['CONTENT-DISPOSITION: FORM-DATA; NAME="a"; FILENAME="f"'],
    ['f', '1'],
  ),
  first(
    'folded headers',
    ['Content-Disposition: form-data;', ' name="a";', '\tfilename="f.txt"', 'X: 1', ' 2'],
    ['f.txt', '1'],
  ),
  first('a semicolon and escapes in quotes', 'name="a"; filename="x;\\"y\\\\z.txt"', ['z.txt', '1']),
  first('a path of Windows', 'name="a"; filename="C:\\new\\f.txt"', ['f.txt', '1']),
  first('a file name that a browser has escaped', 'name="a"; filename="100%41%22%0D%0A.txt"', [
    '100%41".txt',
    '1',
  ]),
  accepted('a name that a browser has escaped', headed('name="%22a%22%0D%0A"'), { '"a"\r\n': '1', b: '2' }),
  accepted('names in UTF-8', headed('name="\xc3\xbc"; filename="\xe2\x82\xac.txt"'), {
    ü: ['€.txt', '1'],
    b: '2',
  }),
  accepted('an empty name', headed('name=""'), { '': '1', b: '2' }),
  first(
    'other parameters and headers',
    [name('name="a"; __proto__="x"; size=1'), '__proto__: x', 'X: 1', 'X: 2'],
    '1',
  ),
  first('an extended file name', `name="a"; filename="f.txt"; filename*=UTF-8''%e2%82%ac.txt`, [
    '€.txt',
    '1',
  ]),
  first('an extended file name first', `name="a"; filename*="utf-8'en'%e2%82%ac.txt"; filename="f.txt"`, [
    '€.txt',
    '1',
  ]),
  first('an extended file name in ISO-8859-1', `name="a"; filename*=iso-8859-1'en'%A3.txt`, ['£.txt', '1']),
  first('a bad escape in an extended file name', `name="a"; filename="f.txt"; filename*=UTF-8''%ZZ`, [
    'f.txt',
    '1',
  ]),
  first('bad UTF-8 in an extended file name', `name="a"; filename="f.txt"; filename*=UTF-8''%ff`, [
    'f.txt',
    '1',
  ]),
  first('an extended file name in an unknown charset', `name="a"; filename="f.txt"; filename*=klingon''x`, [
    'f.txt',
    '1',
  ]),
  first('an extended file name without a charset', 'name="a"; filename="f.txt"; filename*=x.txt', [
    'f.txt',
    '1',
  ]),
  first('a file name in pieces beside a whole one', 'name="a"; filename="f.txt"; filename*0="x"', [
    'f.txt',
    '1',
  ]),
  accepted(
    'an empty file without a name',
    headed([name('name="a"'), 'Content-Type: application/octet-stream'], ''),
    {
      a: ['', ''],
      b: '2',
    },
  ),
  first('a type without parameters', [name('name="a"'), 'Content-Type: application/json'], '1'),
  first('a type that is not one', [name('name="a"'), 'Content-Type: text'], '1'),
  first('an empty type', [name('name="a"'), 'Content-Type:'], '1'),
  first('Content-Transfer-Encoding: 8bit', [name('name="a"'), 'Content-Transfer-Encoding: 8BIT'], '1'),

  charset('utf-8', '\xc3\xbc', 'ü'),
  charset('Shift_JIS', '\x93\xfa\x96\x7b', '日本'),
  charset('"gbk";', '\xd6\xd0', '中'),
  charset('gb18030', '\xd6\xd0', '中'),
  charset('big5', '\xa4\xa4', '中'),
  charset('euc-kr', '\xc7\xd1', '한'),
  charset('iso-2022-jp', '\x1b$BF|\x1b(B', '日'),
  charset('koi8-r', '\xc4\xc1', 'да'),
  charset('windows-1251', '\xe4\xe0', 'да'),
  charset('windows-1252', '\x80\xe9', '€é'),
  charset('iso-8859-1', '\xe9', 'é'),
  charset('iso-8859-15', '\xa4', '€'),
  charset('utf-16le', 'a\0\xfc\0', 'aü'),
  charset('utf-16be', '\0a\0\xfc', 'aü'),
  accepted(
    'a field _charset_',
    Buffer.concat([
      part('name="_charset_"', 'Shift_JIS'),
      part('name="a"', latin1('\x93\xfa')),
      part('name="\x93\xfa"; filename="\x96\x7b.txt"', '1'),
      part([name('name="u"'), 'Content-Type: text/plain; charset=utf-8'], 'ü'),
      END,
    ]),
    { _charset_: 'Shift_JIS', a: '日', 日: ['本.txt', '1'], u: 'ü' },
  ),
  {
    ...first('a charset in the Content-Type of the request', 'name="a"; filename="\x93\xfa"', ['日', '1']),
    contentType: `${CONTENT_TYPE}; charset=shift_jis`,
  },
  accepted(
    'a late field _charset_ for UTF-8',
    Buffer.concat([part('name="a"', 'ü'), part('name="_charset_"', 'UTF-8'), END]),
    {
      a: 'ü',
      _charset_: 'UTF-8',
    },
  ),
  accepted(
    'an empty field _charset_',
    Buffer.concat([part('name="_charset_"'), part('name="a"', 'ü'), END]),
    {
      _charset_: '',
      a: 'ü',
    },
  ),
];

const refused = (title: string, body: Buffer, message: string): Refused => ({ title, body, message });
const bad = (title: string, headers: string | readonly string[], message: string): Refused =>
  refused(title, headed(headers), message);

const TYPE = 'Content-Type: multipart/form-data';

export const REFUSED: readonly Refused[] = [
  { ...refused('no boundary', raw('x'), 'no valid boundary'), contentType: TYPE },
  { ...refused('an empty boundary', raw('x'), 'no valid boundary'), contentType: `${TYPE}; boundary=""` },
  { ...refused('a malformed boundary', raw('x'), 'no valid boundary'), contentType: `${TYPE}; boundary=a=b` },
  refused('only a line end', raw('|'), 'no final boundary'),
  refused('another boundary', raw(`--other|${A}||1|--other--|`), 'no final boundary'),
  refused('no final boundary', part('name="a"', '1'), 'no final boundary'),
  refused('one hyphen after the final boundary', raw(`--BOUNDARY|${A}||1|--BOUNDARY-`), 'no final boundary'),
  refused('a cut boundary', raw(`--BOUNDARY|${A}||1|--BOUN`), 'no final boundary'),
  refused('a cut file', raw(`--BOUNDARY|${name('name="f"; filename="f"')}||content`), 'no final boundary'),
  refused(
    'a file that is cut after its headers',
    raw(`--BOUNDARY|${name('name="f"; filename="f"')}||`),
    'no final boundary',
  ),
  refused('cut headers', raw(`--BOUNDARY|${A}||1|--BOUNDARY|Content-Disp`), 'no final boundary'),
  refused('no blank line', raw(`--BOUNDARY|${A}|1|--BOUNDARY--|`), 'no final boundary'),
  refused(
    'a boundary in headers',
    raw(`--BOUNDARY|${A}|--BOUNDARY|${B}||2|--BOUNDARY--|`),
    'a malformed header',
  ),
  refused(
    'line feeds as line ends',
    raw(`--BOUNDARY|${A}||1|--BOUNDARY--|`.replaceAll('|', '\n')),
    'text after a boundary',
  ),
  refused(
    'a line feed after a boundary',
    raw(`--BOUNDARY\n${A}||1|--BOUNDARY|${B}||2|--BOUNDARY--|`),
    'text after a boundary',
  ),
  refused(
    'a line feed before a boundary',
    raw(`--BOUNDARY|${A}||1\n--BOUNDARY|${B}||2|--BOUNDARY--|`),
    'does not begin a line',
  ),
  refused(
    'no line end before a boundary',
    raw(`--BOUNDARY|${A}||1--BOUNDARY \t|${B}||2|--BOUNDARY--|`),
    'does not begin a line',
  ),
  refused(
    'no line end before a boundary, and a type after it',
    raw(`--BOUNDARY|${A}||1--BOUNDARY|Content-Type: text/plain|${B}||2|--BOUNDARY--|`),
    'does not begin a line',
  ),
  refused(
    'no line end before the first boundary',
    raw(`text--BOUNDARY|${A}||1|--BOUNDARY--|`),
    'does not begin a line',
  ),
  refused(
    'no line end before a boundary, and another header after it',
    raw(`--BOUNDARY|${A}||1--BOUNDARY|X-Id: 1|${B}||2|--BOUNDARY--|`),
    'does not begin a line',
  ),
  refused(
    'another header after the first boundary, without a line end before',
    raw(`text--BOUNDARY|X-Id: 1|${A}||1|--BOUNDARY|${B}||2|--BOUNDARY--|`),
    'does not begin a line',
  ),
  refused(
    'a part after the final boundary',
    raw(`--BOUNDARY|${A}||1|--BOUNDARY--|text|--BOUNDARY|${B}||2|--BOUNDARY--|`),
    'a part after the final boundary',
  ),
  refused(
    'text after a boundary',
    raw(`--BOUNDARY|${A}||1|--BOUNDARY2|x|--BOUNDARY--|`),
    'text after a boundary',
  ),
  refused(
    'a hyphen after a boundary',
    raw(`--BOUNDARY|${A}||1|--BOUNDARY-2||x|--BOUNDARY--|`),
    'text after a boundary',
  ),
  refused(
    'text after the final boundary',
    raw(`--BOUNDARY|${A}||1|--BOUNDARY--2|x|--BOUNDARY--|`),
    'text after the final boundary',
  ),

  bad('a part without headers', [], 'without Content-Disposition'),
  bad('a part without Content-Disposition', ['X-A: 1'], 'without Content-Disposition'),
  bad('an attachment', ['Content-Disposition: attachment; name="a"'], 'without Content-Disposition'),
  bad('a header without a colon', [A, 'X'], 'a malformed header'),
  bad('a header without a name', [A, ': 1'], 'a malformed header'),
  bad('a space before a colon', ['Content-Disposition : form-data; name="a"'], 'a malformed header'),
  bad('a space in the name of a header', [A, 'X Y: 1'], 'a malformed header'),
  bad('a line feed in a header', [`X: 1\n${A}`], 'a malformed header'),
  bad('a NUL in a header', 'name="a\0"', 'a malformed header'),
  bad('two names of parts', [A, B], 'two headers "content-disposition"'),
  bad('two types', [A, 'Content-Type: text/plain', 'content-type: text/html'], 'two headers "content-type"'),
  bad('a part without a name', 'size=1', 'without a name'),
  bad('a file without a name of its field', 'filename="f.txt"', 'without a name'),
  bad('an extended name', "name*=UTF-8''a", 'without a name'),
  bad('the name __proto__', 'name="__proto__"', '"__proto__"'),
  bad('two names', 'name="a"; name="b"', 'two parameters "name"'),
  bad('two file names', 'name="a"; filename="f"; FileName="g"', 'two parameters "filename"'),
  bad('text after quotes', 'name="a"x', 'malformed parameters'),
  bad('quotes that do not end', 'name="a', 'malformed parameters'),
  bad('quotes in a name without quotes', 'name=a"b', 'malformed parameters'),
  bad('a parameter without a value', 'name="a"; filename', 'malformed parameters'),
  bad('only a bad extended file name', `name="a"; filename*=UTF-8''%ZZ`, 'cannot be decoded ("filename*")'),
  bad(
    'a file name in pieces',
    'name="a"; filename*0="a"; filename*1="b.txt"',
    'cannot be decoded ("filename*0")',
  ),
  bad(
    'an unknown charset',
    [A, 'Content-Type: text/plain; charset=klingon'],
    'unsupported charset "klingon"',
  ),
  bad('Content-Transfer-Encoding: base64', [A, 'Content-Transfer-Encoding: base64'], 'base64'),
  bad(
    'Content-Transfer-Encoding: quoted-printable',
    [A, 'Content-Transfer-Encoding: quoted-printable'],
    'quoted-printable',
  ),
  refused(
    'an unknown field _charset_',
    Buffer.concat([part('name="_charset_"', 'klingon'), last, END]),
    'unsupported charset',
  ),
  refused(
    'a field _charset_ after text in it',
    Buffer.concat([part('name="a"', latin1('\x93\xfa')), part('name="_charset_"', 'Shift_JIS'), END]),
    'comes after text in its charset',
  ),
];

/** The header of the request. */
export function contentTypeOf({ contentType = CONTENT_TYPE }: Input): string {
  return contentType;
}
