export { fastLane } from './fast-lane.ts';
export type { FastLaneOptions } from './fast-lane-options.ts';
export type { HandOverReason, LaneStats, WithStats } from './lane-stats.ts';
