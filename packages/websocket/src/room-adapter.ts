/**
 * Carries the messages of rooms between processes, at most once each. `redisRooms` of `@nextpress/websocket/redis` makes one. An error
 * that its functions throw, or reject with, becomes a warning of the process with the code `NEXTPRESS_ROOM_ADAPTER`.
 */
export interface RoomAdapter {
  /** Sends a message to every process that has subscribed to a room. This process may get it, too, and ignores it. */
  publish(room: string, message: Buffer): unknown;
  /** Calls `receive` with each message of a room from now on. Resolves when that holds. */
  subscribe(room: string, receive: (message: Buffer) => void): Promise<unknown>;
  /** Ends a subscription. */
  unsubscribe(room: string): Promise<unknown>;
  /** Called when the application has closed. The application may listen again later, and then subscribes again. */
  close(): Promise<unknown>;
}
