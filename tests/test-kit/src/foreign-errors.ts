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
  ['an object without a prototype', () => Object.create(null)],
  ['an object that cannot be printed', () => ({ toString: 1, [Symbol.toPrimitive]: fail })],
  ['a symbol', () => Symbol('why')],
  ['a string', () => 'failed'],
  ['a function', () => () => {}],
];

function withThrowingGetters(error: Error): Error {
  for (const name of [
    'code',
    'status',
    'statusCode',
    'message',
    'headers',
    'expose',
    'stack',
    'type',
    'name',
  ]) {
    Object.defineProperty(error, name, { get: fail });
  }
  return error;
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable(new Error('revoked'), {});
  revoke();
  return proxy;
}

function fail(): never {
  throw new Error('a getter of a foreign error threw');
}
