/**
 * A response taken apart.
 *
 * @typedef {object} Response
 * @property {number} status
 * @property {Map<string, string>} fields By lower-case name.
 * @property {string} body
 * @property {string} text All of it, as it came.
 */

/**
 * Reads the first response of a text; nothing while it is not complete.
 *
 * @param {string} text Bytes as latin1.
 * @returns {Response | undefined}
 */
export function readResponse(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const fields = new Map(
    lines.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  const length = fields.get('content-length');
  if (length === undefined) throw new Error(`a response without Content-Length:\n${text.slice(0, end)}`);
  const whole = end + 4 + Number(length);
  if (text.length < whole) return undefined;
  return {
    status: Number(line.split(' ')[1]),
    fields,
    body: text.slice(end + 4, whole),
    text: text.slice(0, whole),
  };
}

/** The text without what differs from second to second. @param {string} text */
export const withoutDate = (text) => text.replace(/\r\ndate: [^\r]*/gi, '\r\nDate: now');
