/** @module Which devices are disks of this machine, so that looking at them doesn't wait for a network. */

import { existsSync, statfs } from 'node:fs';

/** Linux tells the path of an open file, which nobody can change between the question and the answer. */
export const OPEN_FILES = '/proc/self/fd';
export const HAS_OPEN_FILES: boolean = process.platform === 'linux' && existsSync(OPEN_FILES);

/** The types that Linux's statfs(2) tells of file systems that no other machine has a part in. */
const LOCAL_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x5846_5342, // XFS
  0x9123_683e, // Btrfs
  0x2fc1_2fc1, // ZFS
  0xf2f5_2010, // F2FS
  0xca45_1a4e, // bcachefs
  0x0102_1994, // tmpfs
  0x8584_58f6, // ramfs
  0x794c_7630, // overlayfs, which containers have
  0x7371_7368, // SquashFS
  0xe0f5_e1e2, // EROFS
]);

/** By their numbers, whether they are local; `false` also while nobody has answered yet. */
const DEVICES = new Map<number, boolean>();

/**
 * Whether a device is known to be local. If it isn't known, that is asked, for the next time. A number that is given again,
 * to a file system of a network, costs a wait and no wrong answer.
 *
 * @param path - something that is on it
 */
export function isLocalDevice(device: number, path: string): boolean {
  const isLocal = DEVICES.get(device);
  if (isLocal === undefined && HAS_OPEN_FILES) ask(device, path);
  return isLocal === true;
}

function ask(device: number, path: string): void {
  DEVICES.set(device, false);
  statfs(path, (error, stats) => {
    if (error === null) DEVICES.set(device, LOCAL_FILE_SYSTEMS.has(stats.type));
    else DEVICES.delete(device);
  });
}
