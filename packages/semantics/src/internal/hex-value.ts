import { DIGIT_0, DIGIT_9, LOWER_A, LOWER_F } from './char-code.ts';

const TO_LOWER_CASE = 0x20;

/** What a hexadecimal digit stands for, or -1 for any other character (NaN, the end of a text, included). */
export function hexValue(code: number): number {
  if (code >= DIGIT_0 && code <= DIGIT_9) return code - DIGIT_0;
  const lower = code | TO_LOWER_CASE;
  return lower >= LOWER_A && lower <= LOWER_F ? lower - LOWER_A + 10 : -1;
}
