/** @module Character codes in the grammars of RFC 9110 and RFC 3986. */

export const TAB = 0x09;
export const SPACE = 0x20;
export const DOUBLE_QUOTE = 0x22;
export const PERCENT = 0x25;
export const AMPERSAND = 0x26;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const DASH = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const DIGIT_0 = 0x30;
export const DIGIT_9 = 0x39;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const EQUALS = 0x3d;
export const QUESTION_MARK = 0x3f;
export const UPPER_W = 0x57;
export const BRACKET_OPEN = 0x5b;
export const BACKSLASH = 0x5c;
export const BRACKET_CLOSE = 0x5d;
export const LOWER_A = 0x61;
export const LOWER_F = 0x66;
export const DELETE = 0x7f;
