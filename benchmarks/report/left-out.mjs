/**
 * Of how much there is a result tells: whether a reader has everything before him.
 *
 * @param {Pick<import('../result.mjs').Result, 'servers' | 'scenarios' | 'leftOut'>} result
 * @param {(name: string) => string} [code] How a name is written.
 * @returns {string} empty for everything
 */
export function leftOutSentence({ servers, scenarios, leftOut }, code = (name) => `\`${name}\``) {
  if (leftOut === undefined) return '';
  const parts = [
    { what: 'servers', held: servers.length, without: leftOut.servers },
    { what: 'scenarios', held: scenarios.length, without: leftOut.scenarios },
  ].flatMap(({ what, held, without }) =>
    without.length === 0
      ? []
      : [`${held} of ${held + without.length} ${what}, without ${without.map(code).join(', ')}`],
  );
  return parts.length === 0 ? '' : `A part of what there is: ${parts.join('; ')}.`;
}
