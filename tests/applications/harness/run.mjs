import { freePort } from '../../../scripts/free-port.mjs';
import { StepFailure } from '../../../scripts/terminal.mjs';
import { differencesBetween } from './compare.mjs';
import { installApplication } from './install.mjs';
import { subjects, visitApplication } from './serve.mjs';
import { visitSuite } from './suite.mjs';

const LEAST_REQUESTS = 20;
const MOST_SHOWN = 12;

/**
 * @typedef {object} Result
 * @property {import('./catalog.mjs').Application} application
 * @property {number} requests Or tests of a suite.
 * @property {{ lane: string, differences: readonly string[] }[]} lanes
 */

/**
 * Runs an application on Express, then on Nextpress in each lane.
 *
 * @param {import('./catalog.mjs').Application} application
 * @param {ReadonlyMap<string, string>} tarballs
 * @param {import('../../../scripts/terminal.mjs').Say} say
 * @returns {Promise<Result>}
 */
export async function runApplication(application, tarballs, say) {
  const port = await freePort();
  const visit = application.driver.suite === undefined ? visitApplication : visitSuite;
  const [express, ...others] = subjects;
  if (express === undefined) throw new Error('There is nothing to compare with');
  say('installing');
  const folder = await installApplication(application);
  say('on Express');
  const { client, error, output } = await visit(application, express, folder, port);
  if (error !== undefined) throw new StepFailure('fails on Express', `${textOf(error)}\n${tail(output)}`);
  if (client.unexpected.length > 0)
    throw new StepFailure('is another on Express', client.unexpected.join('\n'));
  const expected = client.exchanges;
  if (expected.length < LEAST_REQUESTS) {
    throw new StepFailure(`has ${expected.length} requests or tests, expected at least ${LEAST_REQUESTS}`);
  }
  say('installing with Nextpress');
  const nextpressFolder = await installApplication(application, tarballs);
  const lanes = [];
  for (const subject of others) {
    say(`on Nextpress, ${subject.name}`);
    const seen = await visit(application, subject, nextpressFolder, port);
    // Of the requests that were not sent because of an error, only the error is worth reading.
    const sent = seen.error === undefined ? expected : expected.slice(0, seen.client.exchanges.length);
    const differences = differencesBetween(sent, seen.client.exchanges);
    const isFast = subject.isFast && application.driver.staysInNode === undefined;
    if (seen.error === undefined && seen.fastCount > 0 !== isFast) {
      differences.push(`The fast lane has read ${seen.fastCount} requests`);
    }
    if (seen.error !== undefined) differences.push(`${textOf(seen.error)}\n${tail(seen.output)}`);
    lanes.push({ lane: subject.name, differences });
  }
  return { application, requests: expected.length, lanes };
}

/** What to print about an application that differs, or nothing. @param {Result} result */
export function describeDifferences({ lanes }) {
  return lanes
    .filter(({ differences }) => differences.length > 0)
    .map(({ lane, differences }) => {
      const left = differences.length - MOST_SHOWN;
      const more = left > 0 ? [`and ${left} more`] : [];
      return [`${lane}: ${differences.length} differ`, ...differences.slice(0, MOST_SHOWN), ...more].join(
        '\n',
      );
    })
    .join('\n\n');
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** @param {string} output */
function tail(output) {
  return output.split('\n').slice(-40).join('\n');
}
