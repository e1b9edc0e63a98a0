/** @module Generates layers and what they do. */

import fc from 'fast-check';

/**
 * A function has a number of parameters, a router and a route have layers of their own.
 *
 * @typedef {object} Layer
 * @property {0 | 1 | 2 | 3 | 4} kind For requests, for errors, a function that never runs, a router, a route.
 * @property {boolean} path Whether the path of the request is that of the layer.
 * @property {boolean} method The same for its method.
 * @property {readonly Layer[]} [inner]
 *
 * What a layer does, while the last function that was entered runs, or later.
 *
 * @typedef {object} Act
 * @property {number} who Among the functions that were entered, from the last one on.
 * @property {boolean} atOnce Whether it is done before the last function that was entered returns.
 * @property {'pass' | 'route' | 'router' | 'error' | 'throw' | 'reject' | 'throw nothing' | 'reject nothing'} does
 *
 * @typedef {object} Case
 * @property {readonly Layer[]} layers
 * @property {readonly Act[]} acts
 * @property {{ kind: 3 | 4, cut: number }} [flat] A list without routers, so long that its run may unwind the stack: a router, whose first
 *   chain has the layers before `cut`, or the handlers of a route.
 */

/** More layers than the dispatcher enters before it unwinds the stack twice. */
const DEEP = 220;

const applies = {
  path: fc.constantFrom(true, true, true, true, true, true, false),
  method: fc.constantFrom(true, true, true, true, true, true, false),
};
/** @type {fc.Arbitrary<Layer>} */
const handler = fc.record({ ...applies, kind: fc.constantFrom(0, 0, 0, 0, 1, 1, 2) });

/** @param {number} levels @returns {fc.Arbitrary<Layer>} */
function layer(levels) {
  if (levels === 0) return handler;
  const nested = fc.record({
    ...applies,
    kind: fc.constantFrom(3, 4),
    inner: fc.array(layer(levels - 1), { maxLength: 4, size: 'max' }),
  });
  return fc.oneof({ arbitrary: handler, weight: 2 }, { arbitrary: nested, weight: 1 });
}

const does = fc.constantFrom(
  ...[
    /** @type {const} */ ('route'),
    /** @type {const} */ ('router'),
    /** @type {const} */ ('throw'),
    /** @type {const} */ ('reject'),
    /** @type {const} */ ('throw nothing'),
    /** @type {const} */ ('reject nothing'),
  ],
  ...Array(2).fill('error'),
  ...Array(8).fill('pass'),
);
/** @type {fc.Arbitrary<Act>} */
const act = fc.record({ who: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3), atOnce: fc.boolean(), does });
const passes = fc.constant({ who: 0, atOnce: true, does: /** @type {const} */ ('pass') });
/** What other functions do about when the stack is unwound. */
const disturbance = fc.tuple(
  fc.constantFrom(97, 98, 98, 99, 99, 100, 197, 198, 199, 200),
  fc.record({ who: fc.constantFrom(1, 2, 3), atOnce: fc.constant(true), does }),
);
/** Most layers of a long list pass at once. @type {fc.Arbitrary<Act[]>} */
const deepScript = fc
  .tuple(
    fc.array(fc.oneof({ arbitrary: passes, weight: 80 }, { arbitrary: act, weight: 1 }), {
      minLength: DEEP,
      maxLength: DEEP,
    }),
    fc.array(disturbance, { maxLength: 6 }),
  )
  .map(([acts, others]) => others.reduce((script, [at, other]) => script.toSpliced(at, 0, other), acts));

/** @type {fc.Arbitrary<Case>} */
const nested = fc.record({
  layers: fc.array(layer(3), { minLength: 2, maxLength: 7, size: 'max' }),
  acts: fc.array(act, { minLength: 2, maxLength: 20, size: 'max' }),
});

/** The handlers of a route are functions and routers. @param {Layer} layer @returns {Layer} */
function registrable(layer) {
  if (layer.inner === undefined) return layer;
  const inner = layer.inner.map(registrable);
  if (layer.kind === 3) return { ...layer, inner };
  return { ...layer, inner: inner.map((one) => (one.kind === 4 ? { ...one, kind: 3 } : one)) };
}

/** A list of a case, cut behind a function that can be a route. @param {readonly Layer[]} layers @param {number} cut */
function cutOf(layers, cut) {
  return layers.slice(0, cut).findLastIndex(({ kind, path, method }) => kind === 0 && path && method) + 1;
}

/** @param {Case} each @returns {Case} */
function registrableCase({ layers, acts, flat: list }) {
  if (list === undefined) return { layers: layers.map(registrable), acts };
  if (list.kind === 4) return { layers, acts, flat: { ...list, cut: layers.length } };
  // The end of a router comes later than in the model: other functions wait for it.
  const own = acts.map((act) => (act.atOnce ? { ...act, who: 0 } : act));
  return { layers, acts: own, flat: { ...list, cut: cutOf(layers, list.cut) } };
}

/** @param {fc.Arbitrary<Layer[]>} layers @param {fc.Arbitrary<Act[]>} acts @returns {fc.Arbitrary<Case>} */
function flat(layers, acts) {
  return fc.tuple(layers, acts, fc.boolean(), fc.nat(DEEP)).map(([list, script, isRouter, cut]) => ({
    layers: list,
    acts: script,
    flat: isRouter ? { kind: 3, cut: cut % (list.length + 1) } : { kind: 4, cut: list.length },
  }));
}

const short = flat(
  fc.array(handler, { maxLength: 8, size: 'max' }),
  fc.array(act, { maxLength: 12, size: 'max' }),
);
const deep = flat(
  fc.array(
    fc.record({
      kind: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1),
      path: fc.constant(true),
      method: fc.constant(true),
    }),
    { minLength: DEEP, maxLength: DEEP },
  ),
  deepScript,
);

const cases = fc.oneof(
  { arbitrary: nested, weight: 90 },
  { arbitrary: short, weight: 8 },
  { arbitrary: deep, weight: 2 },
);

/** @param {number} numRuns @param {number} seed @returns {Case[]} */
export function sample(numRuns, seed) {
  return fc.sample(cases, { numRuns, seed }).map(registrableCase);
}

/** A case without some of its layers or acts, each a little smaller. @param {Case} each @returns {Case[]} */
export function smaller(each) {
  const withLayers = withoutSome(each.layers).map((layers) => ({ ...each, layers }));
  const inside = each.layers.flatMap((one, place) =>
    smallerLayers(one).map((other) => ({ ...each, layers: each.layers.with(place, other) })),
  );
  return [...withLayers, ...withoutSome(each.acts).map((acts) => ({ ...each, acts })), ...inside]
    .map(registrableCase)
    .filter((other) => JSON.stringify(other).length < JSON.stringify(each).length);
}

/** A list without one of its halves, quarters, and so on, down to one element. @template T @param {readonly T[]} list @returns {T[][]} */
function withoutSome(list) {
  /** @type {T[][]} */
  const lists = [];
  for (let size = list.length; size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < list.length; at += size) lists.push(list.toSpliced(at, size));
  }
  return lists;
}

/** @param {Layer} layer @returns {Layer[]} */
function smallerLayers(layer) {
  const { inner } = layer;
  if (inner === undefined) return [];
  return [
    { kind: 0, path: layer.path, method: layer.method },
    ...withoutSome(inner).map((fewer) => ({ ...layer, inner: fewer })),
    ...inner.flatMap((one, place) =>
      smallerLayers(one).map((other) => ({ ...layer, inner: inner.with(place, other) })),
    ),
  ];
}

/** @param {readonly Layer[]} layers @param {readonly number[]} path @returns {Layer} */
export function layerAt(layers, [place = 0, ...rest]) {
  const layer = /** @type {Layer} */ (layers[place]);
  return rest.length === 0 ? layer : layerAt(layer.inner ?? [], rest);
}
