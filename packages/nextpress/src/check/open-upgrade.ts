import { type Problem, problemOf } from './problem.ts';
import { isWebSocketHandler, meet, type Step } from './steps.ts';

/**
 * Finds pages whose checks WebSocket upgrades skip, if nothing else in the two routes can reject the upgrade.
 */
export function findOpenUpgrades(steps: readonly Step[]): Problem[] {
  return steps.flatMap((page, at) => {
    if (!isPage(page)) return [];
    const sockets = steps.slice(at + 1).filter((step) => isOpenSocket(step) && meet(page, step));
    return sockets.length === 0 ? [] : [openUpgrade(page, sockets)];
  });
}

/** Whether a route has a single handler, which upgrades skip because it lacks `next`. */
function isPage({ kind, methods, handlers }: Step): boolean {
  const [only, ...others] = handlers.filter(({ length }) => length < 4);
  return (
    kind === 'route' &&
    methods.includes('GET') &&
    others.length === 0 &&
    only !== undefined &&
    only.length < 3
  );
}

function isOpenSocket({ kind, handlers }: Step): boolean {
  return kind === 'route' && handlers.length > 0 && handlers.every(isWebSocketHandler);
}

function openUpgrade(page: Step, sockets: readonly Step[]): Problem {
  return problemOf(page, {
    code: 'open-upgrade',
    message: 'is skipped by WebSocket upgrades',
    causes: sockets.map(({ subject, place }) => ({
      text: `${subject} accepts upgrades, which skip a last handler with fewer than three parameters`,
      place,
    })),
    fix: 'If it refuses requests, do that in a handler (req, res, next) before it. Otherwise register the WebSocket route first.',
  });
}
