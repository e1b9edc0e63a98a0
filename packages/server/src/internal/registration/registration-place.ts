import { callerPlace } from './caller-place.ts';

/** What a tool sets on `globalThis` to have the places of registrations remembered. */
const NOTE_PLACES = Symbol.for('nextpress.notePlaces');

/** The place in the user's code that is registering something; `undefined` unless a tool wants to know. */
export function registrationPlace(): string | undefined {
  return NOTE_PLACES in globalThis ? callerPlace() : undefined;
}
