/** @module Attaches at most one lane to a server, for `fastLane()` and for the `register` entry. */

import type { NodeServer } from '@nextpress-internal/internals/node';
import { engage } from './engage.ts';
import { Lane } from './lane.ts';

export interface Attachment {
  readonly lane: Lane;
  /** Whether the lane has replaced Node's listener. */
  readonly isEngaged: boolean;
}

const attachments = new WeakMap<NodeServer, Attachment>();

/** Attaches a lane to a server. A server that already has one keeps it, with its `lazy` setting. */
export function attach(server: NodeServer, lazy: boolean): Attachment {
  const existing = attachments.get(server);
  if (existing !== undefined) return existing;
  const lane = new Lane(server, lazy);
  const attachment = { lane, isEngaged: engage(server, lane) };
  attachments.set(server, attachment);
  return attachment;
}
