import { vi } from 'vitest';
import type { Needs, Owner } from '../src/node.ts';

type Key = string | symbol;
type Class = abstract new (...args: never[]) => object;

const NESTED: Readonly<Partial<Record<Owner, string>>> = {
  readableState: '_readableState',
  writableState: '_writableState',
};

/** The object as on a Node that lacks a property, or the symbol of that description. */
function without<T extends object>(object: T, name: string): T {
  const isHidden = (key: Key): boolean =>
    key === name || (typeof key === 'symbol' && key.description === name);
  return new Proxy(object, {
    get: (target, key) => (isHidden(key) ? undefined : Reflect.get(target, key)),
    has: (target, key) => !isHidden(key) && Reflect.has(target, key),
    ownKeys: (target) => Reflect.ownKeys(target).filter((key) => !isHidden(key)),
  });
}

/** The object as on a Node whose streams lack a property in their state. */
function withoutNested<T extends object>(object: T, state: string, name: string): T {
  return new Proxy(object, {
    get(target, key) {
      const value = Reflect.get(target, key);
      return key === state ? without(value as object, name) : value;
    },
  });
}

/** The class, whose objects are changed when they are made. */
function making<T extends Class>(Class: T, change: (object: object) => object): T {
  return new Proxy(Class, { construct: (target, args) => change(Reflect.construct(target as never, args)) });
}

/** Shows the modules that are imported next a Node that lacks the member. */
export async function hideMember(owner: Owner, name: string): Promise<void> {
  const http = await vi.importActual<typeof import('node:http')>('node:http');
  const net = await vi.importActual<typeof import('node:net')>('node:net');
  const state = NESTED[owner];
  const change = <T extends object>(object: T): T =>
    state === undefined ? without(object, name) : withoutNested(object, state, name);
  const isOf = (...owners: Owner[]): boolean => owners.includes(owner);
  if (isOf('blob')) vi.stubGlobal('Blob', making(Blob, change));
  vi.doMock('node:http', () => ({
    ...http,
    createServer: () => (isOf('server') ? change(http.createServer()) : http.createServer()),
    IncomingMessage: isOf('request', 'readableState')
      ? making(http.IncomingMessage, change)
      : http.IncomingMessage,
    ServerResponse: isOf('response') ? making(http.ServerResponse, change) : http.ServerResponse,
  }));
  vi.doMock('node:net', () => ({
    ...net,
    Socket: isOf('socket', 'writableState') ? making(net.Socket, change) : net.Socket,
  }));
  vi.resetModules();
}

export function showMembers(): void {
  vi.unstubAllGlobals();
  vi.doUnmock('node:http');
  vi.doUnmock('node:net');
  vi.resetModules();
}

export function membersIn(needs: Needs): (readonly [owner: Owner, name: string])[] {
  return Object.entries(needs).flatMap(([owner, names]) =>
    names.map((name) => [owner as Owner, name] as const),
  );
}
