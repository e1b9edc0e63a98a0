/**
 * @module Detects media types from the first bytes of files. Uses its own table, because the current `file-type` needs Node 22 and
 * has no CommonJS build. Signatures are those of the WHATWG MIME Sniffing Standard §6, where it has them.
 */

/** Enough bytes for every signature. */
export const HEAD_LENGTH = 16;

/** A signature: the bytes at an offset, as latin1. */
interface Signature {
  readonly type: string;
  readonly marks: readonly (readonly [offset: number, bytes: string])[];
}

function signature(type: string, ...marks: Signature['marks']): Signature {
  return { type, marks };
}

const SIGNATURES: readonly Signature[] = [
  signature('image/png', [0, '\x89PNG\r\n\x1a\n']),
  signature('image/jpeg', [0, '\xff\xd8\xff']),
  signature('image/gif', [0, 'GIF87a']),
  signature('image/gif', [0, 'GIF89a']),
  signature('image/webp', [0, 'RIFF'], [8, 'WEBP']),
  signature('image/avif', [4, 'ftypavif']),
  signature('image/heic', [4, 'ftypheic']),
  signature('image/tiff', [0, 'II*\0']),
  signature('image/tiff', [0, 'MM\0*']),
  signature('image/bmp', [0, 'BM'], [6, '\0\0\0\0']),
  signature('image/x-icon', [0, '\0\0\x01\0']),
  signature('application/pdf', [0, '%PDF-']),
  signature('application/zip', [0, 'PK\x03\x04']),
  signature('application/zip', [0, 'PK\x05\x06']),
  signature('application/gzip', [0, '\x1f\x8b\x08']),
  signature('application/x-7z-compressed', [0, "7z\xbc\xaf'\x1c"]),
  signature('application/vnd.rar', [0, 'Rar!\x1a\x07']),
  signature('audio/mpeg', [0, 'ID3']),
  signature('audio/wav', [0, 'RIFF'], [8, 'WAVE']),
  signature('audio/flac', [0, 'fLaC']),
  signature('application/ogg', [0, 'OggS\0']),
  signature('video/quicktime', [4, 'ftypqt  ']),
  signature('video/mp4', [4, 'ftyp']),
  signature('video/webm', [0, '\x1aE\xdf\xa3']),
];

const KNOWN: ReadonlySet<string> = new Set(SIGNATURES.map(({ type }) => type));

/** Types that are more precise than the signature that their files share, such as documents that are ZIP archives. */
const REFINEMENTS: readonly (readonly [type: string, refined: RegExp])[] = [
  [
    'application/zip',
    /^application\/(?:vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\.[\w.-]+|epub\+zip|java-archive)$/,
  ],
  ['application/ogg', /^(?:audio|video)\/ogg$/],
  ['video/webm', /^(?:audio\/webm|video\/(?:x-)?matroska)$/],
  ['video/mp4', /^audio\/(?:mp4|x-m4a)$/],
];

/** The type of a file that is not recognized. */
const UNKNOWN = 'application/octet-stream';

/**
 * The media type of a file.
 *
 * A declared type that has a signature counts only if the file starts with it: a file declared as `image/png` without the signature
 * is `application/octet-stream`. Types without a signature, such as text, are those that the client declares.
 *
 * @param head - the first bytes of the file, up to {@link HEAD_LENGTH}
 * @param declared - the type sent by the client
 */
export function mediaTypeOfContent(head: Buffer, declared: string): string {
  const type = declared.toLowerCase();
  const found = typeBySignature(head);
  if (found === undefined) return needsSignature(type) ? UNKNOWN : type;
  return REFINEMENTS.some(([each, refined]) => each === found && refined.test(type)) ? type : found;
}

function typeBySignature(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  return SIGNATURES.find(({ marks }) => marks.every(([offset, bytes]) => text.startsWith(bytes, offset)))
    ?.type;
}

function needsSignature(type: string): boolean {
  return KNOWN.has(type) || REFINEMENTS.some(([, refined]) => refined.test(type));
}
