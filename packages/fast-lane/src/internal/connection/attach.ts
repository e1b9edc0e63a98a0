/** @module Gives a server its one lane, shared by `fastLane()` and the `register` entry. */

import type { NodeServer } from '../node/node-internals.ts';
import { engage } from './engage.ts';
import { Lane } from './lane.ts';

/** The lane of a server, and whether it replaced Node's listener. */
export interface Attachment {
  readonly lane: Lane;
  readonly isEngaged: boolean;
}

const attachments = new WeakMap<NodeServer, Attachment>();

/** Attaches a lane to a server that has none, with that `lazy`; a server that has one keeps it. */
export function attach(server: NodeServer, lazy: boolean): Attachment {
  const known = attachments.get(server);
  if (known !== undefined) return known;
  const lane = new Lane(server, lazy);
  const attachment = { lane, isEngaged: engage(server, lane) };
  attachments.set(server, attachment);
  return attachment;
}
