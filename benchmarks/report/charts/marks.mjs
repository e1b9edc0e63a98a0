/**
 * The marks that the charts share. Who is who is said by shape and by place; colour repeats it.
 *
 * @typedef {import('vega').Mark} Mark
 * @typedef {import('vega').EncodeEntry} EncodeEntry
 */

const colour = { signal: "datum.kind === 'own' ? 'var(--accent)' : 'var(--mark)'" };
const shape = {
  signal:
    "datum.kind === 'own' ? 'diamond' : datum.kind === 'bare' ? 'square' : datum.kind === 'elsewhere' ? 'triangle-up' : 'circle'",
};

/**
 * A line from one field to another.
 *
 * @param {string} from
 * @param {string} to
 * @param {number} thickness
 * @param {{ strokeOpacity?: number, band?: number }} [style]
 * @returns {Mark}
 */
export function stretch(from, to, thickness, { strokeOpacity = 1, band = 0.5 } = {}) {
  return {
    type: 'rule',
    aria: false,
    from: { data: 'rows' },
    encode: {
      enter: {
        x: { scale: 'x', field: from },
        x2: { scale: 'x', field: to },
        y: { scale: 'row', field: 'index', band },
        stroke: colour,
        strokeWidth: { value: thickness },
        ...(strokeOpacity === 1 ? {} : { strokeOpacity: { value: strokeOpacity } }),
      },
    },
  };
}

/**
 * The point of a server: a diamond is Nextpress, a square bare Node, a circle a framework, a triangle another runtime;
 * hollow where the load generator was the bottleneck.
 *
 * @param {string} field
 * @param {number} [band] Where in the row, from 0 to 1.
 * @returns {Mark}
 */
export function point(field, band = 0.5) {
  return {
    type: 'symbol',
    aria: false,
    from: { data: 'rows' },
    encode: {
      enter: {
        x: { scale: 'x', field },
        y: { scale: 'row', field: 'index', band },
        shape,
        size: { signal: "datum.kind === 'own' ? 90 : 50" },
        fill: { signal: `datum.saturated ? 'var(--paper)' : ${colour.signal}` },
        stroke: colour,
        strokeWidth: { value: 1.5 },
      },
    },
  };
}

/** A bar from the left edge. @param {string} field @returns {Mark} */
export function bar(field) {
  return {
    type: 'rect',
    aria: false,
    from: { data: 'rows' },
    encode: {
      enter: {
        x: { scale: 'x', value: 0 },
        x2: { scale: 'x', field },
        y: { scale: 'row', field: 'index', band: 0.22 },
        y2: { scale: 'row', field: 'index', band: 0.78 },
        cornerRadiusTopRight: { value: 2 },
        cornerRadiusBottomRight: { value: 2 },
        fill: { signal: "datum.kind === 'own' ? 'var(--accent)' : 'var(--bar)'" },
      },
    },
  };
}

/** A short upright stroke. @param {string} field @returns {Mark} */
export function tick(field) {
  return {
    type: 'rule',
    aria: false,
    from: { data: 'rows' },
    encode: {
      enter: {
        x: { scale: 'x', field },
        y: { scale: 'row', field: 'index', band: 0.2 },
        y2: { scale: 'row', field: 'index', band: 0.8 },
        stroke: { value: 'var(--ink)' },
        strokeWidth: { value: 1.5 },
      },
    },
  };
}
