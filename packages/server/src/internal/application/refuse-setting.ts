/** Says that the value of a setting means nothing, and what would. */
export function refuse(setting: string, value: unknown, instead: string): never {
  const got =
    typeof value === 'string' ? JSON.stringify(value) : Array.isArray(value) ? 'a list' : String(value);
  throw new TypeError(`the setting "${setting}" is ${got}: write ${instead}`);
}
