/** @module The proofs: Coq checks them, and reports no axioms. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axiomaticOf, checkProof, filesOf, PROOFS } from '../oracle/build.mjs';

/**
 * @typedef {import('../run.mjs').Row} Row
 * @typedef {import('../oracle/build.mjs').Proof} Proof
 * @typedef {{ name: string, says: string }} Theorem
 */

const folder = join(import.meta.dirname, '..');

/** What would let Coq accept a statement without a proof. */
const WITHOUT_PROOF = /\b(?:Admitted|admit|give_up|Axioms?|Conjecture|Parameters?|bypass_check)\b/;

/** @param {(what: string) => void} say @returns {Promise<Row[]>} */
export async function checkProofs(say) {
  const rows = [];
  for (const proof of PROOFS) {
    for (const file of filesOf(proof)) refuseGaps(`${proof.name}/${file}`);
    await checkProof(proof, (file) => say(`${proof.name}/${file}`));
    const theorems = theoremsOf(proof);
    const axiomatic = await axiomaticOf(
      proof,
      theorems.map(({ name }) => name),
    );
    rows.push(
      ...theorems.map(({ name, says }) => ({
        name,
        says,
        where: `proofs/${proof.name}`,
        result: axiomatic.includes(name) ? 'needs axioms' : 'proved',
        isPassed: !axiomatic.includes(name),
      })),
    );
  }
  return rows;
}

/** The theorems of `Theorems.v`, each with the sentence above it. @param {Proof} proof @returns {Theorem[]} */
export function theoremsOf({ name }) {
  const text = readFileSync(join(folder, name, 'Theorems.v'), 'utf8');
  const found = [...text.matchAll(/\(\*\* ((?:(?!\*\)).)*?) \*\)\nTheorem (\w+)/gs)];
  const statements = text.match(/^(?:Theorem|Lemma|Corollary|Fact|Proposition|Remark) /gm) ?? [];
  if (statements.length !== found.length) {
    throw new Error(
      `proofs/${name}/Theorems.v: expected a sentence above each theorem, got ${found.length} of ${statements.length}`,
    );
  }
  return found.map(([, says = '', theorem = '']) => ({ name: theorem, says: says.replaceAll(/\s+/g, ' ') }));
}

/** @param {string} path */
function refuseGaps(path) {
  const code = readFileSync(join(folder, path), 'utf8').replaceAll(/\(\*.*?\*\)/gs, '');
  const gap = WITHOUT_PROOF.exec(code);
  if (gap !== null) throw new Error(`proofs/${path} has a gap: expected a proof, got ${gap[0]}`);
}
