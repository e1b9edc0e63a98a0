/** @typedef {import('./exchange.mjs').Exchange} Exchange */

/** Turns of the event loop without any exchange going on after which the loop may sleep. */
const idleTurns = 200;

/** @type {Map<Exchange, () => void>} */
const playing = new Map();
let idle = 0;

/** Lets an exchange play to its end: once in every turn of the event loop it is asked whether it can go on. @param {Exchange} exchange */
export function play(exchange) {
  return new Promise((resolve) => {
    playing.set(exchange, () => resolve(undefined));
    idle = 0;
    if (playing.size === 1) setImmediate(turn);
  });
}

/** Adds an error without an owner to every running exchange. @param {string} error */
export function blameEveryone(error) {
  for (const exchange of playing.keys()) exchange.strays.push(error);
}

function turn() {
  idle++;
  for (const [exchange, done] of playing) {
    if (!exchange.turn()) continue;
    idle = 0;
    playing.delete(exchange);
    done();
  }
  if (playing.size === 0) return;
  // Only those are left, it seems, that wait for time to pass.
  if (idle > idleTurns) setTimeout(turn, 1);
  else setImmediate(turn);
}
