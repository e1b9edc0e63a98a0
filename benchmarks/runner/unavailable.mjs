/** Why a server can't be measured on this machine. */
export class Unavailable extends Error {}
