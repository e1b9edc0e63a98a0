// In the place of fast-lane/fast-lane: Node reads every connection.

/** @type {typeof import('../../../packages/fast-lane/src/fast-lane.ts').fastLane} */
export function fastLane(server) {
  return Object.assign(server, { stats: () => ({ fast: 0, node: 0, takenBack: 0, handedOver: {} }) });
}
