/** @module Asks the program that is extracted from the proof of the router. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CONSTRAINTS, METHODS } from './router-tables.mjs';
import { built } from './under-test.mjs';

/** How `router.ml` knows the ways in which a path may end. */
const ENDINGS = { loose: 0, exact: 1, prefix: 2 };

/**
 * @typedef {import('./router-tables.mjs').Table} Table
 *
 * @typedef {object} Form A form of a route, as the router compiles it.
 * @property {number} route
 * @property {number} method
 * @property {readonly any[]} steps
 * @property {readonly string[]} names
 * @property {readonly boolean[]} lists
 *
 * @typedef {object} Match
 * @property {Form} form
 * @property {readonly string[]} values Of its captures.
 * @property {number} value
 * @property {string} pattern
 * @property {string} method
 *
 * @typedef {Record<import('./router-questions.mjs').Precedence, readonly Match[]>} Found In both orders, the best first.
 * @typedef {{ table: Table, forms: readonly Form[] }} Prepared
 */

/** Throws for a form with a step or a constraint that the model does not have. @param {readonly Form[]} forms */
export function requireKnown(forms) {
  forms.map(formNumbers);
}

/** @param {readonly Prepared[]} prepared @returns {Found[]} What each lookup matches. */
export function askModel(prepared) {
  const lines = prepared.flatMap(({ table: { options, isPrefix, lookups }, forms }) => [
    [
      'T',
      Number(!options.caseSensitive),
      isPrefix ? ENDINGS.prefix : options.strict ? ENDINGS.exact : ENDINGS.loose,
      forms.length,
      ...forms.flatMap(formNumbers),
    ],
    ...lookups.map(({ method, path }) => ['P', method, ...textNumbers(path)]),
  ]);
  const { status, stdout, stderr, error } = spawnSync(join(built, 'router/router'), {
    input: `${lines.map((line) => line.join(' ')).join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`The extracted program has failed: ${error ?? stderr}`);
  const answers = stdout.split('\n');
  let line = 0;
  return prepared.flatMap((each) =>
    each.table.lookups.map(() => {
      const [registration = '', specificity = ''] = (answers[line++] ?? '').split('\t');
      return { registration: matchesOf(registration, each), specificity: matchesOf(specificity, each) };
    }),
  );
}

/** @param {string} answer @param {Prepared} prepared @returns {Match[]} */
function matchesOf(answer, { forms, table: { routes } }) {
  if (answer === '') return [];
  return answer.split(';').map((match) => {
    const [id = '', written = ''] = match.split(':');
    const form = /** @type {Form} */ (forms[Number(id)]);
    const values = written
      .split(',')
      .map((value) => (value === '' ? '' : String.fromCharCode(...value.split('.').map(Number))));
    const { pattern = '', method = 0 } = routes[form.route] ?? {};
    return { form, values, value: form.route, pattern, method: METHODS[method] ?? '' };
  });
}

/** @param {{ method: number, steps: readonly any[] }} form @returns {number[]} */
const formNumbers = ({ method, steps }) => [method, steps.length, ...steps.flatMap(stepNumbers)];

/** @param {any} step @returns {number[]} */
function stepNumbers(step) {
  switch (step.kind) {
    case 'text':
      return [0, ...textNumbers(step.text)];
    case 'rest':
      return [1, constraintNumber(step.constraint)];
    case 'until':
      return [2, ...textNumbers(step.text), constraintNumber(step.constraint), Number(step.beforeWildcard)];
    case 'composite': {
      const [first, ...others] = step.constraints;
      const pairs = others.flatMap((/** @type {any} */ constraint, /** @type {number} */ index) => [
        ...textNumbers(step.separators[index]),
        constraintNumber(constraint),
      ]);
      return [3, constraintNumber(first), others.length, ...pairs, ...textNumbers(step.separators.at(-1))];
    }
    case 'wildcard':
      return [4, step.least, ...textNumbers(step.stop)];
    default:
      throw new Error(`The model has no step "${step.kind}"`);
  }
}

/** @param {string} text */
const textNumbers = (text) => [
  text.length,
  ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
];

/** @param {{ source: string } | undefined} constraint */
function constraintNumber(constraint) {
  if (constraint === undefined) return -1;
  const number = CONSTRAINTS.indexOf(constraint.source);
  if (number === -1) throw new Error(`The model has no constraint "${constraint.source}"`);
  return number;
}
