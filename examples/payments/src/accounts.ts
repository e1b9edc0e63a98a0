import { scryptSync, timingSafeEqual } from 'node:crypto';

/** Someone who can log in. */
export interface Account {
  readonly name: string;
  readonly role: 'merchant' | 'administrator';
}

const salt = 'example';
const hash = (password: string): Buffer => scryptSync(password, salt, 32);

/** Accounts for this example. A real application would store salted hashes in a database. */
const accounts = new Map<string, Account & { readonly hash: Buffer }>(
  (
    [
      ['ada', 'merchant', 'analytical-engine'],
      ['grace', 'administrator', 'flow-matic'],
    ] as const
  ).map(([name, role, password]) => [name, { name, role, hash: hash(password) }]),
);

/** The account for a name and password; `undefined` if one of them is wrong. */
export function authenticate(name: string, password: string): Account | undefined {
  const found = accounts.get(name);
  const isRight = timingSafeEqual(hash(password), found?.hash ?? Buffer.alloc(32));
  return found !== undefined && isRight ? { name: found.name, role: found.role } : undefined;
}
