/** @module Hot: parses the headers of a part (RFC 7578 §4). */

import { charsetOf } from '@nextpress/body/charset';
import type { FormText } from './form-text.ts';
import { malformed } from './multipart-error.ts';

/** The parsed headers of a part. */
export interface PartHead {
  readonly name: string;
  /** `undefined` for a part without one: a field, unless its type is {@link BYTES}. */
  readonly filename: string | undefined;
  /** The media type without parameters, in lower case. */
  readonly type: string;
  /** The charset of the content, if the part names one. */
  readonly charset: string | undefined;
}

/** The type of a file that some clients send without a name. */
export const BYTES = 'application/octet-stream';

type Parameters = ReadonlyMap<string, string>;

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const CONTROL_CHARACTER = /[\u0000-\u0008\u000a-\u001f\u007f]/;
/** One parameter up to the next semicolon, which may be missing. A value without quotes may contain spaces. */
const PARAMETER = /[ \t]*(?:([^=;"\s]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"[ \t]*|([^;"\s][^;"]*)?))?(?:;|$)/y;
/** `charset'language'text` (RFC 8187). */
const EXTENDED = /^([^']*)'[^']*'((?:[^%]|%[\da-f]{2})*)$/i;

/**
 * @param head - the text between a boundary and the blank line, as latin1
 * @throws {BodyError} for malformed or ambiguous headers
 */
export function parsePartHead(head: string, text: FormText): PartHead {
  const headers = parseHeaders(head);
  const encoding = headers.get('content-transfer-encoding') || 'binary';
  if (!/^(?:[78]bit|binary)$/i.test(encoding)) {
    throw malformed(
      `a part with Content-Transfer-Encoding "${encoding}": send the content without encoding it`,
    );
  }
  const disposition = parseValue(headers.get('content-disposition') ?? '');
  if (disposition.value !== 'form-data') throw malformed('a part without Content-Disposition: form-data');
  const type = parseValue(headers.get('content-type') || 'text/plain');
  return {
    name: parseName(disposition.parameters, text),
    filename: parseFilename(disposition.parameters, text),
    type: type.value,
    charset: type.parameters.get('charset'),
  };
}

/** The headers by their names in lower case. */
function parseHeaders(head: string): ReadonlyMap<string, string> {
  const [padding = '', ...lines] = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  if (padding.trim() !== '') throw malformed('text after a boundary');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = Math.max(line.indexOf(':'), 0);
    const name = line.slice(0, colon).toLowerCase();
    if (!TOKEN.test(name) || CONTROL_CHARACTER.test(line)) throw malformed('a malformed header of a part');
    if (headers.has(name) && name.startsWith('content-'))
      throw malformed(`a part with two headers "${name}"`);
    headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** Splits a header into its value, in lower case, and its parameters. */
function parseValue(header: string): { value: string; parameters: Parameters } {
  const semicolon = header.indexOf(';');
  if (semicolon === -1) return { value: header.toLowerCase(), parameters: NONE };
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = semicolon + 1;
  while (PARAMETER.lastIndex < header.length) {
    const match = PARAMETER.exec(header);
    if (match === null) throw malformed('malformed parameters in a header of a part');
    const [, name, quoted, plain = ''] = match;
    if (name === undefined) continue;
    const key = name.toLowerCase();
    if (parameters.has(key)) throw malformed(`a header of a part with two parameters "${key}"`);
    // Browsers do not escape backslashes, which occur in Windows paths.
    parameters.set(key, quoted?.replace(/\\(["\\])/g, '$1') ?? plain.trimEnd());
  }
  return { value: header.slice(0, semicolon).trimEnd().toLowerCase(), parameters };
}

const NONE: Parameters = new Map();

function parseName(parameters: Parameters, text: FormText): string {
  const name = parameters.get('name');
  if (name === undefined) throw malformed('a part without a name');
  // As a key of an object it would be lost, or change the prototype of a copy.
  if (name === '__proto__') throw malformed('a part with the name "__proto__"');
  return text.decodeParameter(name);
}

/** An extended file name takes precedence if it can be decoded (RFC 6266 §4.3). */
function parseFilename(parameters: Parameters, text: FormText): string | undefined {
  const extended = parameters.get('filename*');
  const decoded = extended === undefined ? undefined : decodeExtended(extended);
  if (decoded !== undefined) return decoded;
  const filename = parameters.get('filename');
  if (filename !== undefined) return text.decodeParameter(filename);
  for (const name of parameters.keys()) {
    if (name.startsWith('filename*')) throw malformed(`a file name that cannot be decoded ("${name}")`);
  }
  return undefined;
}

function decodeExtended(value: string): string | undefined {
  const [, label = '', escaped = ''] = EXTENDED.exec(value) ?? [];
  const charset = charsetOf(label.toLowerCase());
  const latin1 = escaped.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const text = charset?.decode(Buffer.from(latin1, 'latin1'));
  return text?.includes('\ufffd') ? undefined : text;
}
