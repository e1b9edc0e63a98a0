export type { ChainEnd, LateErrorCheck } from './chain.ts';
export { Chain } from './chain.ts';
export type { Composed } from './compose.ts';
export { compose } from './compose.ts';
export type { ErrorLayer, Layer, LayerList, Next, RequestLayer } from './layer.ts';
export { flattenLayers } from './layer.ts';
export { reportLateError } from './misuse.ts';
export type { RunLayers } from './run.ts';
export { Run } from './run.ts';
