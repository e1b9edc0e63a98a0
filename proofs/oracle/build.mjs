/** @module Compiles the proofs, and the programs extracted from them. */

import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from './under-test.mjs';

const proofs = join(import.meta.dirname, '..');

/** @typedef {{ name: string, library: string }} Proof A folder, and the name of its modules in Coq. */

/** @type {readonly Proof[]} */
export const PROOFS = [
  { name: 'router', library: 'NextpressRouter' },
  { name: 'dispatcher', library: 'NextpressDispatcher' },
];

/** The files of a proof, each after those that it needs. @param {Proof} proof */
export function filesOf({ name }) {
  return readFileSync(join(proofs, name, '_CoqProject'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('.v'));
}

/** Checks the files of a proof. @param {Proof} proof @param {(file: string) => void} onFile */
export async function checkProof(proof, onFile) {
  for (const file of filesOf(proof)) {
    onFile(file);
    await command('coqc', ['-q', '-Q', '.', proof.library, file], join(proofs, proof.name));
  }
}

/** Which theorems Coq reports to need axioms. @param {Proof} proof @param {readonly string[]} theorems */
export async function axiomaticOf({ name, library }, theorems) {
  const folder = join(built, name);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'Assumptions.v');
  const queries = theorems.map((theorem) => `Print Assumptions ${theorem}.`);
  writeFileSync(file, [`From ${library} Require Import Theorems.`, ...queries, ''].join('\n'));
  const output = await command('coqc', ['-q', '-Q', join(proofs, name), library, file], folder);
  const answers = output.match(/^(?:Closed under the global context|Axioms:)/gm) ?? [];
  if (answers.length !== theorems.length)
    throw new Error(`Coq has not answered for each theorem:\n${output}`);
  return theorems.filter((_, index) => answers[index] === 'Axioms:');
}

/** Extracts the model of a proof and compiles its program, `built/<name>/<name>`. @param {Proof} proof */
export async function buildModel({ name, library }) {
  const folder = join(built, name);
  mkdirSync(folder, { recursive: true });
  const source = join(proofs, name);
  await command(
    'coqc',
    ['-q', '-Q', source, library, join(source, 'Extract.v'), '-o', join(folder, 'Extract.vo')],
    folder,
  );
  copyFileSync(join(proofs, 'oracle', `${name}.ml`), join(folder, `${name}.ml`));
  const model = `${name}_model`;
  await command(
    'ocamlfind',
    ['ocamlopt', '-O3', `${model}.mli`, `${model}.ml`, `${name}.ml`, '-o', name],
    folder,
  );
}

/** @param {string} file @param {readonly string[]} args @param {string} cwd @param {string} [input] @returns {Promise<string>} What it prints. */
function command(file, args, cwd, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${file} ${args.at(-1)} has failed:\n${output}${errors}`));
    });
  });
}
