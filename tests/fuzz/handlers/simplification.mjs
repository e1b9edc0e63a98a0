/**
 * @typedef {import('./exchange.mjs').Exchange} Exchange
 * @typedef {import('./program.mjs').Program} Program
 */

/**
 * Smaller exchanges, the biggest cuts first: whole requests, halves of programs, steps, steps of listeners, and the behavior of
 * the client.
 *
 * @param {Exchange} exchange
 * @returns {Generator<Exchange>}
 */
export function* simplifications(exchange) {
  const { requests } = exchange;
  if (requests.length > 1) {
    for (const index of requests.keys()) yield { ...exchange, requests: requests.toSpliced(index, 1) };
  }
  if (exchange.cuts.length > 0) yield { ...exchange, cuts: [] };
  if (exchange.farewell !== 'wait') yield { ...exchange, farewell: 'wait' };
  for (const index of exchange.cuts.keys()) yield { ...exchange, cuts: exchange.cuts.toSpliced(index, 1) };
  for (const [index, request] of requests.entries()) {
    const plainer = plain(request.text);
    if (plainer !== request.text)
      yield { ...exchange, requests: requests.with(index, { ...request, text: plainer }) };
    for (const program of simplerPrograms(request.program)) {
      yield { ...exchange, requests: requests.with(index, { ...request, program }) };
    }
  }
}

/**
 * Smaller programs, the biggest cuts first.
 *
 * @param {Program} program
 * @returns {Generator<Program>}
 */
export function* simplerPrograms(program) {
  for (let size = Math.ceil(program.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < program.length; from += size) yield program.toSpliced(from, size);
  }
  for (const [index, step] of program.entries()) {
    if (step[0] === 'on') {
      for (const steps of simplerPrograms(step[3]))
        yield program.with(index, ['on', step[1], step[2], steps]);
    } else if (step[0] === 'watch') {
      for (const one of step[2].keys()) {
        yield program.with(index, ['watch', step[1], step[2].toSpliced(one, 1)]);
      }
    } else if (step[0] === 'call' && step.length > 3) {
      const [kind, target, method, ...args] = step;
      yield program.with(index, [kind, target, method, ...args.slice(0, -1)]);
    }
  }
}

/** The request without optional headers. @param {string} text */
function plain(text) {
  const end = text.indexOf('\r\n\r\n');
  const [line, ...fields] = text.slice(0, end).split('\r\n');
  const needed = fields.filter((field) => /^(Host|Content-Length|Transfer-Encoding):/.test(field));
  return [line, ...needed].join('\r\n') + text.slice(end);
}
