/** @module Exchanges room messages with other processes. */

import { randomBytes } from 'node:crypto';
import { warn } from '@nextpress/middleware';
import { isThrownError, thrownProperty, thrownText } from '@nextpress/semantics/thrown-value';
import type { RoomAdapter } from '../websocket-options.ts';

/** Sends a message to the connections of a room in this process. */
type Deliver = (room: string, data: Buffer, isBinary: boolean) => void;

interface Subscription {
  isWanted: boolean;
  isHeld: boolean;
  isSettling: boolean;
  /** Resolves when the adapter has reached the wanted state. */
  settled: Promise<void>;
}

/** Each message starts with its sender's ID, and a byte that tells text from binary data. */
const ID_LENGTH = 16;
const HEAD_LENGTH = ID_LENGTH + 1;

export class RoomChannels {
  readonly #id = randomBytes(ID_LENGTH);
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #adapter: RoomAdapter;
  readonly #deliver: Deliver;
  /** Whether publishing fails at the moment. Warns once per outage, not once per message. */
  #isFailing = false;

  constructor(adapter: RoomAdapter, deliver: Deliver) {
    this.#adapter = adapter;
    this.#deliver = deliver;
  }

  /** Subscribes to a room if needed. Resolves when the subscription is active, or after a process warning. */
  join(room: string): Promise<void> {
    return this.#want(room, true);
  }

  leave(room: string): void {
    void this.#want(room, false);
  }

  async publish(room: string, data: Uint8Array, isBinary: boolean): Promise<void> {
    const message = Buffer.allocUnsafe(HEAD_LENGTH + data.byteLength);
    message.set(this.#id);
    message[ID_LENGTH] = isBinary ? 1 : 0;
    message.set(data, HEAD_LENGTH);
    try {
      await this.#adapter.publish(room, message);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) warnOf(error);
      this.#isFailing = true;
    }
  }

  async close(): Promise<void> {
    this.#subscriptions.clear();
    await this.#adapter.close();
  }

  #want(room: string, isWanted: boolean): Promise<void> {
    const subscription = this.#subscriptions.get(room) ?? newSubscription();
    this.#subscriptions.set(room, subscription);
    subscription.isWanted = isWanted;
    if (!subscription.isSettling) subscription.settled = this.#settle(room, subscription);
    return subscription.settled;
  }

  /** A room can be left and joined again while the adapter is busy, so calls for the same room are serialized. */
  async #settle(room: string, subscription: Subscription): Promise<void> {
    // After `close`, the adapter is no longer called.
    const isCurrent = (): boolean => this.#subscriptions.get(room) === subscription;
    subscription.isSettling = true;
    try {
      while (subscription.isHeld !== subscription.isWanted && isCurrent()) {
        const { isWanted } = subscription;
        if (isWanted) await this.#adapter.subscribe(room, (message) => this.#receive(room, message));
        else await this.#adapter.unsubscribe(room);
        subscription.isHeld = isWanted;
      }
    } catch (error) {
      // After `close`, the adapter may abort pending calls.
      if (isCurrent()) warnOf(error);
    }
    subscription.isSettling = false;
    if (!subscription.isWanted && isCurrent()) this.#subscriptions.delete(room);
  }

  #receive(room: string, message: Buffer): void {
    const isOwn = message.subarray(0, ID_LENGTH).equals(this.#id);
    if (isOwn || message.length < HEAD_LENGTH) return;
    this.#deliver(room, message.subarray(HEAD_LENGTH), message[ID_LENGTH] === 1);
  }
}

function newSubscription(): Subscription {
  return { isWanted: false, isHeld: false, isSettling: false, settled: Promise.resolve() };
}

function warnOf(error: unknown): void {
  const stack = isThrownError(error) ? (thrownProperty(error, 'stack') ?? '') : '';
  warn('NEXTPRESS_ROOM_ADAPTER', `WebSocket rooms: ${thrownText(error)}`, String(stack));
}
