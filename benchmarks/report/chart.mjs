import { parse, View } from 'vega';
import { escapeHtml } from './html.mjs';

/**
 * A chart of rows, one under the other: names on the left, marks on one scale, figures on the right. Drawn by Vega,
 * which needs no DOM and passes a page's `var(--…)` on.
 *
 * @typedef {import('vega').Mark} Mark
 * @typedef {import('vega').Axis} Axis
 *
 * @typedef {object} ChartRow
 * @property {string} name
 * @property {string} figure What stands on the right.
 * @property {boolean} own Nextpress: printed bold, drawn in the accent.
 * @property {Record<string, number | string | boolean>} values What the marks read.
 *
 * @typedef {object} Chart
 * @property {string} id Unique in the page.
 * @property {string} title
 * @property {string} description What the chart shows, in a sentence, for those who don't see it.
 * @property {ChartRow[]} rows
 * @property {{ type: 'linear' | 'log', from: number, to: number, ticks?: number[], format?: string, guide?: number }} scale
 *   `guide` draws a line through all rows, where the baseline is.
 * @property {Mark[]} marks On the data `rows`, with the scales `x` and `row`.
 * @property {'beside' | 'above'} [names] Above the row, where they are long. @defaultValue 'beside'
 */

/** In pixels: fits a phone of 375 with its margins, and three times into a page. */
const width = 340;
const rowHeight = { beside: 20, above: 42 };
const left = { beside: 118, above: 4 };
const right = 52;
const axisHeight = 22;

/** Where in a row with its name above the name stands, and where the marks. */
const nameBand = 0.24;
export const signBand = 0.7;

const ownIsBold = { signal: "datum.own ? 'bold' : 'normal'" };

/** The page's own style says the same, so that not every text has to. */
const fontSize = 11.5;
const smallFontSize = 10.5;

/** @param {Chart} chart @returns {Promise<string>} SVG whose colours are the page's */
export async function renderChart(chart) {
  const svg = await new View(parse(specOf(chart)), { renderer: 'none' }).toSVG();
  return frame(tidy(svg), chart);
}

/** @param {Chart} chart @returns {import('vega').Spec} */
function specOf({ rows, scale, marks, names = 'beside' }) {
  const height = rows.length * rowHeight[names];
  const plot = width - left[names] - right;
  return {
    width: plot,
    height,
    padding: { left: left[names], right, top: 2, bottom: axisHeight },
    autosize: 'none',
    data: [
      {
        name: 'rows',
        values: rows.map(({ name, figure, own, values }, index) => ({ ...values, name, figure, own, index })),
      },
    ],
    scales: [
      {
        name: 'x',
        type: scale.type,
        domain: [scale.from, scale.to],
        range: 'width',
        ...(scale.type === 'linear' ? { nice: true, zero: false } : {}),
      },
      { name: 'row', type: 'band', domain: rows.map((_, index) => index), range: 'height' },
    ],
    axes: [axisOf(scale)],
    marks: [
      ...(scale.guide === undefined ? [] : [guide(scale.guide, height)]),
      ...marks,
      ...nameLabels(names),
      label('figure', names === 'above' ? signBand : 0.5, {
        x: { value: plot + right - 2 },
        align: { value: 'right' },
        fill: { value: 'var(--ink)' },
        fontWeight: ownIsBold,
      }),
    ],
  };
}

/** @param {Chart['scale']} scale @returns {Axis} */
function axisOf({ ticks, format }) {
  return {
    scale: 'x',
    orient: 'bottom',
    aria: false,
    grid: true,
    gridColor: 'var(--line)',
    domain: false,
    ticks: false,
    labelColor: 'var(--muted)',
    labelFontSize: smallFontSize,
    labelPadding: 6,
    labelFlush: false,
    labelOverlap: 'greedy',
    labelSeparation: 6,
    tickCount: 4,
    ...(ticks === undefined ? {} : { values: ticks }),
    ...(format === undefined ? {} : { format }),
  };
}

/** @param {number} at @param {number} height @returns {Mark} */
function guide(at, height) {
  return {
    type: 'rule',
    aria: false,
    encode: {
      enter: {
        x: { scale: 'x', value: at },
        y: { value: 0 },
        y2: { value: height },
        stroke: { value: 'var(--muted)' },
        strokeDash: { value: [3, 3] },
      },
    },
  };
}

/** The names of the rows; above a row they cross the grid, and so have an edge of paper. @param {'beside' | 'above'} names */
function nameLabels(names) {
  if (names === 'beside') {
    const place = { x: { value: -8 }, align: { value: 'right' }, fill: { value: 'var(--soft)' } };
    return [label('name', 0.5, { ...place, fontWeight: ownIsBold })];
  }
  const place = { x: { value: 0 } };
  const edge = {
    stroke: { value: 'var(--paper)' },
    strokeWidth: { value: 4 },
  };
  return [
    label('name', nameBand, { ...place, ...edge }),
    label('name', nameBand, { ...place, fill: { value: 'var(--soft)' } }),
  ];
}

/**
 * @param {'name' | 'figure'} field
 * @param {number} band Where in the row, from 0 to 1.
 * @param {import('vega').EncodeEntry} look
 * @returns {Mark}
 */
function label(field, band, look) {
  return {
    type: 'text',
    aria: false,
    from: { data: 'rows' },
    encode: {
      enter: {
        y: { scale: 'row', field: 'index', band },
        baseline: { value: 'middle' },
        fontSize: { value: fontSize },
        text: { field },
        ...look,
      },
    },
  };
}

/** What Vega writes for editors and screen readers of its own is left out: the picture is one image with a description. @param {string} svg */
function tidy(svg) {
  return svg
    .replace(/<path class="(?:background|foreground)"[^>]*\/>/g, '')
    .replace(/ (?:class|role|pointer-events|font-family|aria-[a-z]+)="[^"]*"/g, '')
    .replace(/ opacity="1"| font-size="11.5px"/g, '')
    .replace(/ (?:stroke-width="1"|[xy]2="0")/g, '')
    .replace(/ (?:transform|d|[xy]2)="[^"]*"/g, (place) =>
      place.replace(/\d+\.\d{2,}/g, (digits) => String(Math.round(Number(digits) * 10) / 10)),
    );
}

/** @param {string} svg @param {Chart} chart */
function frame(svg, { id, title, description }) {
  const inside = svg.slice(svg.indexOf('>') + 1);
  const [, size = ''] = /(viewBox="[^"]*")/.exec(svg) ?? [];
  const [, wide = width, high = 0] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return [
    `<svg class="chart" role="img" aria-labelledby="${id}-title ${id}-description" width="${wide}" height="${high}" ${size}>`,
    `<title id="${id}-title">${escapeHtml(title)}</title>`,
    `<desc id="${id}-description">${escapeHtml(description)}</desc>`,
    inside,
  ].join('');
}
