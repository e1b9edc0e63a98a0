export type { ChainEnd, ChainOptions } from './chain.ts';
export { Chain } from './chain.ts';
export type { Composed } from './compose.ts';
export { compose } from './compose.ts';
export type { ErrorLayer, Layer, LayerList, Message, Next, RequestLayer } from './layer.ts';
export { flattenLayers } from './layer.ts';
