export { WebSocketConnection, type WebSocketData } from './connection.ts';
export type { Room } from './room.ts';
export type { RoomAdapter } from './room-adapter.ts';
export { type WebSocketHandler, type WebSocketRoutes, webSocketHandlers, websocket } from './websocket.ts';
export type { WebSocketOptions } from './websocket-options.ts';
