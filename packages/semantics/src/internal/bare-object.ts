// V8: an object created by a constructor is in fast mode. `Object.create(null)` creates a dictionary, where each read of a
// property is a hash lookup.
// proof: test/query.shape.test.ts
function Bare(this: object): void {}
Bare.prototype = Object.freeze(Object.create(null));

/** Creates objects without inherited properties such as `constructor`, for names from the network. */
export const BareObject = Bare as unknown as new <T extends object>() => T;
