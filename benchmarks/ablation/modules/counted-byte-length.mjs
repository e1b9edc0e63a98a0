// In the place of semantics/byte-length: looks at each character, however many there are.

/** @type {typeof import('../../../packages/semantics/src/byte-length.ts').byteLength} */
export function byteLength(text) {
  const { length } = text;
  for (let index = 0; index < length; index++) {
    if (text.charCodeAt(index) > 127) return Buffer.byteLength(text);
  }
  return length;
}
