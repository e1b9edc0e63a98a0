import { type Problem, problemOf } from './problem.ts';
import { isFileServer, type Step } from './steps.ts';

/** File servers of plugins that run only for the routes of the plugin, so that they serve no other path. */
export function findIdleFileServers(steps: readonly Step[]): Problem[] {
  return steps
    .filter((step) => isFileServer(step) && step.row.isConfined())
    .map((step) =>
      problemOf(step, {
        code: 'file-server-idle',
        message: 'serves no files',
        causes: [
          { text: 'middleware without a path runs only for the routes of its plugin, which has no prefix' },
        ],
        fix: "Give it a path: use('/', serveStatic(…)) serves every path that has no route.",
      }),
    );
}
