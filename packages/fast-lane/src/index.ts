export { fastLane } from './fast-lane.ts';
export type { FastLaneOptions } from './fast-lane-options.ts';
export type { HandOverReason } from './hand-over-reason.ts';
export type { LaneStats, WithStats } from './lane-stats.ts';
