import { partsOf } from './case.mjs';

/** A case as people read it: its settings, and each part with its bytes escaped, one line per line. @param {import('./case.mjs').FuzzCase} fuzzCase */
export function textOfCase(fuzzCase) {
  const { arrangement, waits, ending, rush, plans, probe, patience } = fuzzCase;
  const looks = Object.entries(probe).flatMap(([name, is]) => (is ? [name] : []));
  const parts = partsOf(fuzzCase).map((part, index) => {
    const wait = waits[index] ?? 0;
    return `part ${index + 1}${wait > 0 ? `, after ${wait} rounds` : ''}:\n${escaped(part)}`;
  });
  return [
    `server: ${arrangement}${patience > 0 ? `, ${patience} ms of patience` : ''}`,
    `handlers: ${plans.map(({ kind, delay }) => (delay === 'now' ? kind : `${kind} (${delay})`)).join(', ')}`,
    `looks at: ${looks.join(', ') || 'little'}`,
    ...parts,
    `then: ${ending}${rush ? ' at once' : ''}`,
  ].join('\n');
}

/** @param {string} bytes */
function escaped(bytes) {
  const lines = bytes.split(/(?<=\n)/).map((line) => `  ${shorten(JSON.stringify(line).slice(1, -1))}`);
  return lines.join('\n').replace(/[\x7f-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
}

/** @param {string} line */
function shorten(line) {
  return line.length <= 200 ? line : `${line.slice(0, 150)}… ${line.length - 150} more`;
}
