/** Where a tool that wants to know the places of registrations puts the function that tells the present one. */
const REGISTRATION_PLACE = Symbol.for('nextpress.registrationPlace');

/** The place in the user's code that is registering something; `undefined` unless a tool has asked for it. */
export function registrationPlace(): string | undefined {
  return (globalThis as { [REGISTRATION_PLACE]?: () => string | undefined })[REGISTRATION_PLACE]?.();
}
