/**
 * A place where two observations differ.
 *
 * @typedef {{ path: string, node: string, lane: string }} Difference
 */

/** Characters shown of a value, around its first difference. */
const MAX_SHOWN = 400;

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

/** The kind of a difference, without its values, to group findings. @param {readonly Difference[]} found */
export function kindOf(found) {
  return [...new Set(found.map(({ path }) => path.replace(/\d+/g, '*')))].join(' ');
}

/** @param {string} node @param {string} lane */
function around(node, lane) {
  let same = 0;
  while (same < node.length && node[same] === lane[same]) same++;
  const start = node.length < MAX_SHOWN && lane.length < MAX_SHOWN ? 0 : Math.max(0, same - 60);
  const cut = (/** @type {string} */ text) =>
    (start > 0 ? '…' : '') +
    text.slice(start, start + MAX_SHOWN) +
    (text.length > start + MAX_SHOWN ? '…' : '');
  return { node: cut(node), lane: cut(lane) };
}

/** Lists of strings are compared as a whole. @param {unknown} value */
function isEventLog(value) {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === 'object' && value !== null;
}
