/** `check` also compares each response with its schema; `off` ignores response schemas. */
export type ResponseMode = 'check' | 'serialize' | 'off';
