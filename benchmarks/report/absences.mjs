import { list } from './figures.mjs';

/** @typedef {import('../result.mjs').Result} Result */

const mostNamed = 3;

/**
 * Who was not measured: a server with the same reason in several scenarios is told once.
 *
 * @param {Pick<Result, 'absences' | 'scenarios'>} result
 * @returns {{ server: string, where: string, reason: string }[]} `where` is empty for all scenarios
 */
export function groupAbsences({ absences, scenarios }) {
  const titleOf = new Map(scenarios.map(({ name, title }) => [name, title]));
  return absences
    .filter(
      ({ server, reason }, index) =>
        absences.findIndex((other) => other.server === server && other.reason === reason) === index,
    )
    .map(({ server, reason }) => {
      const titles = absences.flatMap((other) =>
        other.server !== server || other.reason !== reason || other.scenario === undefined
          ? []
          : [titleOf.get(other.scenario) ?? other.scenario],
      );
      const where = titles.length > mostNamed ? `${titles.length} scenarios` : list(titles);
      return { server, where, reason };
    });
}
