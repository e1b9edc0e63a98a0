/** @module Shows the times of a benchmark: as text, as JSON, and in the README of its package. */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageVersion } from './machine.mjs';
import { markdownTable } from './markdown.mjs';
import { median, spreadOf } from './statistics.mjs';

/**
 * @typedef {object} Report
 * @property {string} folder Of the package.
 * @property {string} measures
 * @property {import('./machine.mjs').Machine} machine
 * @property {number} rounds
 * @property {readonly import('./bench.mjs').Row[]} rows
 * @property {string} notes
 */

const HEADING = '## Speed';

/** @param {Report} report */
export function textOf(report) {
  return `${introductionOf(report)}\n\n${tableOf(report)}`;
}

/** @param {Report} report */
export function jsonOf({ folder, measures, machine, rounds, rows }) {
  const times = rows.map((row) => [row.name, Object.fromEntries(row.times)]);
  return {
    package: basename(folder),
    measures,
    node: process.versions.node,
    machine,
    rounds,
    nanoseconds: Object.fromEntries(times),
  };
}

/** Replaces the section `## Speed`, or adds it before the last one. @param {Report} report */
export function writeReadme(report) {
  const path = join(report.folder, 'README.md');
  writeFileSync(path, withSection(readFileSync(path, 'utf8'), `${textOf(report)}\n\n${report.notes}`));
}

/** @param {string} readme @param {string} content */
export function withSection(readme, content) {
  const section = `${HEADING}\n\n${content}\n\n`;
  const start = readme.indexOf(`${HEADING}\n`);
  const at = start === -1 ? readme.lastIndexOf('\n## ') + 1 : start;
  const end = start === -1 ? at : readme.indexOf('\n## ', start) + 1 || readme.length;
  return readme.slice(0, at) + section + readme.slice(end);
}

/** @param {Report} report */
function introductionOf({ folder, measures, machine, rounds }) {
  const { processor, cores, platform } = machine;
  const date = new Date().toISOString().slice(0, 10);
  return [
    `The ${measures}; the other columns are multiples of it (quartiles of ${rounds} rounds).`,
    `\`npm run bench -- ${basename(folder)}\`, Node ${process.versions.node}, ${processor}, ${cores} cores, ${platform}, ${date}:`,
  ].join('\n');
}

/** One row per case, one column per variant. @param {Report} report */
function tableOf({ folder, rows }) {
  const variants = [...new Set(rows.flatMap(({ times }) => [...times.keys()]))];
  const body = rows.map(({ name, times, isMemory = false }) => {
    const own = [...times.values()][0] ?? [];
    const format = isMemory ? formatMemory : formatTime;
    return [name, ...variants.map((variant) => cellOf(times.get(variant), own, format))];
  });
  return markdownTable(['', ...variants.map((variant) => titleOf(variant, folder))], body);
}

/** @param {readonly number[] | undefined} times @param {readonly number[]} own @param {(value: number) => string} format */
function cellOf(times, own, format) {
  if (times === undefined) return '';
  if (times === own) return format(median(times));
  const ratios = spreadOf(times.map((time, round) => time / Number(own[round])));
  const [low, middle, high] = ratios.map((ratio) => ratio.toFixed(ratio < 9.95 ? 1 : 0));
  return times.length === 1 ? `${middle}×` : `${middle}× (${low}–${high})`;
}

/** With its version, if the variant is a package. @param {string} variant @param {string} folder */
function titleOf(variant, folder) {
  try {
    return `${variant} ${packageVersion(variant, folder)}`;
  } catch {
    return variant;
  }
}

/** @param {number} megabytes */
function formatMemory(megabytes) {
  return `${Math.round(megabytes)} MB`;
}

/** @param {number} nanoseconds */
function formatTime(nanoseconds) {
  if (nanoseconds < 1_000) return `${Math.round(nanoseconds)} ns`;
  return nanoseconds < 1e6
    ? `${(nanoseconds / 1_000).toFixed(1)} µs`
    : `${(nanoseconds / 1e6).toFixed(1)} ms`;
}
