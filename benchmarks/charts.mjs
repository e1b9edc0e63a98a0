/** @module Draws charts as SVG whose colors are CSS variables, so that a page has one copy of a chart for both themes. */

import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

/**
 * @typedef {object} Bar
 * @property {string} label
 * @property {import('@nextpress-internal/bench-kit/statistics').Spread} spread
 * @property {string} text The value with its unit.
 * @property {boolean} isOurs
 */

// Narrow enough for a phone, whose browser would shrink the text with a wider chart.
const WIDTH = 340;
const BAR_HEIGHT = 26;
const LABELS = 156;
const VALUES = 58;

/** Draws a bar from 0 to each median, with a line from the lower to the upper quartile. @param {readonly Bar[]} bars */
export function barChart(bars) {
  const { document } = parseHTML('<!doctype html><html></html>');
  const ends = bars.map(({ spread }) => spread[2]);
  const chart = Plot.plot({
    document,
    width: WIDTH,
    height: bars.length * BAR_HEIGHT,
    marginTop: 0,
    marginBottom: 0,
    marginLeft: LABELS,
    marginRight: VALUES,
    className: 'chart',
    style: { fontSize: '12px' },
    x: { axis: null, domain: [0, Math.max(...ends)] },
    y: { label: null, tickSize: 0, domain: bars.map(({ label }) => label), padding: 0.25 },
    marks: [
      Plot.barX(bars, { x: ({ spread }) => spread[1], y: 'label', fill: colorOf, rx: 2 }),
      Plot.ruleY(bars, {
        x1: ({ spread }) => spread[0],
        x2: ({ spread }) => spread[2],
        y: 'label',
        stroke: 'var(--spread)',
        strokeWidth: 2,
      }),
      Plot.text(bars, { x: ({ spread }) => spread[2], y: 'label', text: 'text', dx: 6, textAnchor: 'start' }),
    ],
  });
  // The page has the styles of all charts.
  chart.querySelector('style')?.remove();
  // The chart has a name; its groups have no role that may have one.
  for (const group of chart.querySelectorAll('g')) group.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', bars.map(({ label, text }) => `${label} ${text}`).join(', '));
  return chart.outerHTML;
}

/** @param {Bar} bar */
const colorOf = ({ isOurs }) => (isOurs ? 'var(--ours)' : 'var(--other)');
