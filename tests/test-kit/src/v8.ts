import { setFlagsFromString } from 'node:v8';

// Functions parsed after this line may use V8's natives.
setFlagsFromString('--allow-natives-syntax');

/** Whether V8 keeps the object's properties at fixed offsets (`true`) or in a dictionary (`false`). */
export const isFast = new Function('value', 'return %HasFastProperties(value)') as (value: object) => boolean;

/** Whether two objects share one hidden class, so that code that has seen one is fast for the other. */
export const sameShape = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (
  a: object,
  b: object,
) => boolean;
