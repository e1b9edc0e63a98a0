/**
 * Makes src/internal/media-type-table.ts from mime-db: `node test/make-media-types.mjs`, after mime-db was updated.
 * A test fails when the file isn't what this makes.
 */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mimeDb from 'mime-db';

/** @typedef {{ readonly charset?: string, readonly extensions?: readonly string[], readonly source?: string }} Entry */

/** Columns of the lines of the table. */
const WIDTH = 104;

/** @type {Readonly<Record<string, Entry>>} */
const entries = mimeDb;

/**
 * How official a type is for an extension that several claim; the weights are mime-score's, as mime-types has them and so
 * Express: a registered name beats a vendor's, and that an experiment's; then the source counts, the kind of content,
 * and the shorter name.
 *
 * @param {string} type
 */
function scoreOf(type) {
  if (type === 'application/octet-stream') return 0;
  const [kind = '', subtype = ''] = type.split('/');
  const facet = { 'prs.': 100, 'x-': 200, 'x.': 300, 'vnd.': 400 }[subtype.replace(/(\.|x-).*/, '$1')] ?? 900;
  const source = { nginx: 10, apache: 20, iana: 40 }[entries[type]?.source ?? ''] ?? 30;
  const content = { application: 1, font: 2, audio: 2, video: 3 }[kind] ?? 0;
  return facet + source + content + 1 - type.length / 100;
}

/** The extensions of each type that has some. @returns {Map<string, string[]>} */
function extensionsByType() {
  /** @type {Map<string, string>} */
  const best = new Map();
  for (const [type, { extensions = [] }] of Object.entries(entries)) {
    for (const extension of extensions) {
      const rival = best.get(extension);
      if (rival === undefined || scoreOf(type) >= scoreOf(rival)) best.set(extension, type);
    }
  }
  /** @type {Map<string, string[]>} */
  const byType = new Map();
  for (const [extension, type] of best) byType.set(type, [...(byType.get(type) ?? []), extension]);
  return byType;
}

/** `application/ json:json,map pdf …`: the kind, then each subtype and, unless it is its only extension, those. @returns {string[]} */
function tableWords() {
  const types = [...extensionsByType()].sort(([a], [b]) => (a < b ? -1 : 1));
  let kind = '';
  return types.flatMap(([type, extensions]) => {
    const slash = type.indexOf('/') + 1;
    const subtype = type.slice(slash);
    const word = extensions.join() === subtype ? subtype : `${subtype}:${extensions.sort().join()}`;
    const isNew = type.slice(0, slash) !== kind;
    kind = type.slice(0, slash);
    return isNew ? [kind, word] : [word];
  });
}

/** Types of which mime-db says that they are in UTF-8, beside those that are text. @returns {string[]} */
function utf8Words() {
  const isUtf8 = ([type = '', { charset = '' }]) => charset === 'UTF-8' && !type.startsWith('text/');
  const types = Object.entries(entries).filter(([type, entry]) => isUtf8([type, entry]));
  return types.map(([type]) => type).sort();
}

/** @param {readonly string[]} words */
function lines(words) {
  const wrapped = [''];
  for (const word of words) {
    const line = `${wrapped.at(-1)} ${word}`.trimStart();
    if (line.length > WIDTH) wrapped.push(word);
    else wrapped[wrapped.length - 1] = line;
  }
  return wrapped.join('\n');
}

/** The source file. @returns {string} */
export function mediaTypeTable() {
  return `/** @module The media types of file extensions, from mime-db. Made by test/make-media-types.mjs: change that. */

/** A kind with its slash, then its subtypes: each with its extensions, or alone where it is its own only one. */
export const MEDIA_TYPES = \`
${lines(tableWords())}\`;

/** Types that are in UTF-8, beside \`text/*\`. */
export const UTF8_TYPES = \`
${lines(utf8Words())}\`;
`;
}

const source = new URL('../src/internal/media-type-table.ts', import.meta.url);
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(source, mediaTypeTable());
