const UPPER = /[A-Z]+/g;

/** The text with its ASCII letters in lower case; other letters stay, and so does the length. */
export function foldAsciiCase(text: string): string {
  return text.replace(UPPER, (letters) => letters.toLowerCase());
}
