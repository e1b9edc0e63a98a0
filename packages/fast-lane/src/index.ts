export type { FastLaneOptions } from './fast-lane.ts';
export { fastLane } from './fast-lane.ts';
export type { LaneStats, WithStats } from './lane-stats.ts';
