import { cutRequests } from './faults/cut-requests.mjs';
import { cutResponses } from './faults/cut-responses.mjs';
import { descriptors } from './faults/descriptors.mjs';
import { diskFull } from './faults/disk-full.mjs';
import { kill } from './faults/kill.mjs';
import { pause } from './faults/pause.mjs';
import { restart } from './faults/restart.mjs';
import { slowClients } from './faults/slow-clients.mjs';
import { upstreamHangs } from './faults/upstream-hangs.mjs';

/**
 * Those that start processes come first: memory is compared with what the last processes needed at their start.
 *
 * @type {readonly import('./faults/fault.mjs').Fault[]}
 */
export const faults = [
  kill,
  restart,
  pause,
  cutRequests,
  cutResponses,
  slowClients,
  upstreamHangs,
  descriptors,
  diskFull,
];
