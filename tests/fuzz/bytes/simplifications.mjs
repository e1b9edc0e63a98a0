import { startsOf } from './case.mjs';

/** @typedef {import('./case.mjs').FuzzCase} FuzzCase */

/** Simpler cases, the biggest steps first. @param {FuzzCase} fuzzCase @returns {Generator<FuzzCase>} */
export function* simplifications(fuzzCase) {
  for (let index = fuzzCase.units.length - 1; index >= 0 && fuzzCase.units.length > 1; index--) {
    yield withoutUnit(fuzzCase, index);
  }
  yield* withFewerParts(fuzzCase);
  yield* plainer(fuzzCase);
  for (const [index, unit] of fuzzCase.units.entries()) {
    for (const smaller of withFewerLines(unit)) yield replace(fuzzCase, index, smaller);
  }
  for (const [index, unit] of fuzzCase.units.entries()) {
    for (const smaller of withFewerBytes(unit)) yield replace(fuzzCase, index, smaller);
  }
}

/** @param {FuzzCase} fuzzCase @param {number} index @returns {FuzzCase} */
function withoutUnit(fuzzCase, index) {
  const { units, plans } = fuzzCase;
  const shorter = replace(fuzzCase, index, '');
  return {
    ...shorter,
    units: units.filter((_, at) => at !== index),
    plans: plans.length === units.length ? plans.filter((_, at) => at !== index) : plans,
  };
}

/** Puts another unit in a unit's place, and lets the cuts after it follow. @param {FuzzCase} fuzzCase @param {number} index @param {string} unit @returns {FuzzCase} */
function replace(fuzzCase, index, unit) {
  const { units, cuts, waits } = fuzzCase;
  const start = startsOf(fuzzCase)[index] ?? 0;
  const old = units[index] ?? '';
  const moved = cuts.map((cut) => {
    if (cut <= start) return cut;
    if (cut >= start + old.length) return cut + unit.length - old.length;
    return Math.min(cut, start + unit.length);
  });
  const kept = moved.map((cut, at) => cut > 0 && cut !== moved[at - 1]);
  return {
    ...fuzzCase,
    units: units.map((other, at) => (at === index ? unit : other)),
    cuts: moved.filter((_, at) => kept[at]),
    waits: waits.filter((_, at) => at === 0 || kept[at - 1]),
  };
}

/** @param {FuzzCase} fuzzCase @returns {Generator<FuzzCase>} */
function* withFewerParts(fuzzCase) {
  const { cuts, waits } = fuzzCase;
  if (cuts.length > 1) yield { ...fuzzCase, cuts: [], waits: waits.slice(0, 1) };
  for (const index of cuts.keys()) {
    yield {
      ...fuzzCase,
      cuts: cuts.filter((_, at) => at !== index),
      waits: waits.filter((_, at) => at !== index + 1),
    };
  }
  for (const [index, wait] of waits.entries()) {
    if (wait > 0) yield { ...fuzzCase, waits: waits.with(index, 0) };
  }
}

/** @param {FuzzCase} fuzzCase @returns {Generator<FuzzCase>} */
function* plainer(fuzzCase) {
  const { arrangement, plans, probe, rush, ending, patience } = fuzzCase;
  if (arrangement !== 'plain' && patience === 0) yield { ...fuzzCase, arrangement: 'plain' };
  if (rush) yield { ...fuzzCase, rush: false };
  if (ending !== 'open') yield { ...fuzzCase, ending: 'open' };
  for (const name of /** @type {const} */ (['events', 'facts', 'head', 'state', 'socket', 'last'])) {
    if (probe[name]) yield { ...fuzzCase, probe: { ...probe, [name]: false } };
  }
  for (const [index, plan] of plans.entries()) {
    if (plan.delay !== 'now') yield { ...fuzzCase, plans: plans.with(index, { ...plan, delay: 'now' }) };
    if (plan.kind !== 'empty') yield { ...fuzzCase, plans: plans.with(index, { ...plan, kind: 'empty' }) };
  }
}

/** @param {string} unit */
function* withFewerLines(unit) {
  const lines = unit.split('\r\n');
  for (let index = lines.length - 1; index > 0; index--)
    yield lines.filter((_, at) => at !== index).join('\r\n');
}

/** @param {string} unit */
function* withFewerBytes(unit) {
  for (let size = Math.ceil(unit.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < unit.length; at += size) yield unit.slice(0, at) + unit.slice(at + size);
  }
}
