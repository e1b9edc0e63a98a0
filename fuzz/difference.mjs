/**
 * A place where two observations differ.
 *
 * @typedef {{ path: string, node: string, lane: string }} Difference
 */

/** Most characters of a value that are shown, around the place where it differs. */
const shown = 400;

/**
 * Where two observations differ.
 *
 * @param {unknown} node
 * @param {unknown} lane
 * @param {string} [path]
 * @returns {Difference[]}
 */
export function differences(node, lane, path = '') {
  if (JSON.stringify(node) === JSON.stringify(lane)) return [];
  if (!isRecord(node) || !isRecord(lane) || isEventLog(node) || isEventLog(lane)) {
    return [{ path, ...around(JSON.stringify(node) ?? 'nothing', JSON.stringify(lane) ?? 'nothing') }];
  }
  const names = [...new Set([...Object.keys(node), ...Object.keys(lane)])];
  const found = names.flatMap((name) =>
    differences(node[name], lane[name], path === '' ? name : `${path}.${name}`),
  );
  return found.length > 0
    ? found
    : [{ path, node: `order ${Object.keys(node)}`, lane: `order ${Object.keys(lane)}` }];
}

/** What kind of difference it is, without its values: to tell findings apart. @param {readonly Difference[]} found */
export function kindOf(found) {
  return [...new Set(found.map(({ path }) => path.replace(/\d+/g, '*')))].join(' ');
}

/** @param {string} node @param {string} lane */
function around(node, lane) {
  let same = 0;
  while (same < node.length && node[same] === lane[same]) same++;
  const start = node.length < shown && lane.length < shown ? 0 : Math.max(0, same - 60);
  const cut = (/** @type {string} */ text) =>
    (start > 0 ? '…' : '') + text.slice(start, start + shown) + (text.length > start + shown ? '…' : '');
  return { node: cut(node), lane: cut(lane) };
}

/** Lists of words are read as a whole. @param {unknown} value */
function isEventLog(value) {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === 'object' && value !== null;
}
