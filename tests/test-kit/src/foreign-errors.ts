/** Values that an application, or a library of it, can throw, or destroy a connection with. Each call makes a new one. */
export const foreignErrors: readonly (readonly [what: string, make: () => unknown])[] = [
  ['an error with a number as its code', () => Object.assign(new Error('duplicate key'), { code: 11000 })],
  ['an error whose code is null', () => Object.assign(new Error('none'), { code: null })],
  ['a DOMException', () => new DOMException('late', 'TimeoutError')],
  ['a frozen error', () => Object.freeze(new Error('frozen'))],
  ['an error with getters that throw', () => withThrowingGetters(new Error('getters'))],
  ['an error with headers that throw', () => Object.assign(new Error('h'), { headers: revoked() })],
  [
    "an error like one of Node's parser",
    () =>
      Object.assign(new Error('like'), { code: 'HPE_USER', reason: Symbol('why'), bytesParsed: Symbol('n') }),
  ],
  [
    'an error with a Proxy for its packet',
    () =>
      Object.assign(new Error('packet'), { code: 'HPE_USER', rawPacket: new Proxy(new Uint8Array(1), {}) }),
  ],
  ['a revoked Proxy', revoked],
  ['a Proxy that throws whatever is asked', hostileProxy],
  ['an object with getters that throw', () => withThrowingGetters({})],
  ['an object without a prototype', () => Object.create(null)],
  ['an object that cannot be printed', () => ({ toString: 1, [Symbol.toPrimitive]: fail })],
  ['a symbol', () => Symbol('why')],
  ['a string', () => 'failed'],
  ['a number', () => 500],
  ['a bigint', () => 1n],
  ['a function', () => () => {}],
];

/** Values that `next` does not take for errors: they continue a request, or skip handlers. */
export const passingValues: readonly (readonly [what: string, make: () => unknown])[] = [
  undefined,
  null,
  false,
  0,
  0n,
  Number.NaN,
  '',
  'route',
  'router',
].map((value) => [typeof value === 'string' ? `'${value}'` : String(value), () => value]);

/** Everything that code can throw. */
export const thrownValues: readonly (readonly [what: string, make: () => unknown])[] = [
  ...foreignErrors,
  ...passingValues,
];

function withThrowingGetters(error: object): object {
  for (const name of [
    // First, because V8 reads the message to write the stack.
    'stack',
    'code',
    'status',
    'statusCode',
    'message',
    'headers',
    'expose',
    'type',
    'name',
    'then',
    'cause',
    'toString',
    Symbol.toPrimitive,
    Symbol.toStringTag,
  ]) {
    Object.defineProperty(error, name, { get: fail });
  }
  return error;
}

function hostileProxy(): unknown {
  const traps = Object.getOwnPropertyNames(Reflect).map((name) => [name, fail]);
  return new Proxy(() => {}, Object.fromEntries(traps));
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable(new Error('revoked'), {});
  revoke();
  return proxy;
}

function fail(): never {
  throw new Error('a getter of a foreign error threw');
}
