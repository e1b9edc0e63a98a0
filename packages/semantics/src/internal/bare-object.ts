// V8: an object made by a constructor is born in fast mode; `Object.create(null)` is born as a dictionary, and each
// read of a field would be a hash lookup.
// proof: test/query.shape.test.ts
function Bare(this: object): void {}
Bare.prototype = Object.freeze(Object.create(null));

/** Makes objects that inherit nothing, for names that come from the network: `constructor` is a name like others. */
export const BareObject = Bare as unknown as new <T extends object>() => T;
