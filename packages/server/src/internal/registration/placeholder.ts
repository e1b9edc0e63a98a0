/** Marks a function that is in the stack only because tools look for its name there: requests do not pass it. */
export const PLACEHOLDER: unique symbol = Symbol('placeholder');
