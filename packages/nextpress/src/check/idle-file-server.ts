import type { Problem } from './problem.ts';
import { isFileServer, type Step } from './steps.ts';

/** File servers of plugins that run only for the routes of the plugin, so that they serve no other path. */
export function findIdleFileServers(steps: readonly Step[]): Problem[] {
  return steps.filter((step) => isFileServer(step) && step.row.isConfined()).map(problemOf);
}

function problemOf({ subject, place }: Step): Problem {
  return {
    code: 'file-server-idle',
    severity: 'warning',
    subject,
    place,
    message: 'serves no files',
    causes: [
      {
        text: 'middleware without a path runs only for the routes of its plugin, which has no prefix',
        place: undefined,
      },
    ],
    fix: "Give it a path: use('/', serveStatic(…)) serves every path that has no route.",
  };
}
