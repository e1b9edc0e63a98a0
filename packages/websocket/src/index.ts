export { WebSocketConnection, type WebSocketData } from './internal/connection.ts';
export type { Room } from './room.ts';
export { type WebSocketHandler, type WebSocketRoutes, webSocketHandlers, websocket } from './websocket.ts';
export type { RoomAdapter, WebSocketOptions } from './websocket-options.ts';
