// Types for packages that the tests compare with.

declare module 'fresh' {
  type Headers = Record<string, string | undefined>;
  export default function fresh(request: Headers, response: Headers): boolean;
}

declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> });
    mediaType(available: string[]): string | undefined;
    mediaTypes(): string[];
    encoding(available: string[], options?: { preferred?: string[] }): string | undefined;
    encodings(): string[];
    charset(available: string[]): string | undefined;
    charsets(): string[];
    language(available: string[]): string | undefined;
    languages(): string[];
  }
}

declare module 'range-parser' {
  export default function parseRange(
    size: number,
    header: string,
    options?: { combine: boolean },
  ): { start: number; end: number }[] | -1 | -2;
}

declare module 'type-is' {
  const typeIs: { is(value: string, types: string[]): string | false };
  export default typeIs;
}

declare module 'vary' {
  const vary: { append(header: string, name: string): string };
  export default vary;
}

declare module 'qs' {
  const qs: { parse(text: string, options?: object): unknown };
  export default qs;
}

declare module 'cookie' {
  const cookie: {
    parse(header: string): Record<string, string>;
    serialize(name: string, value: string, options: object): string;
  };
  export default cookie;
}

declare module 'cookie-signature' {
  const cookieSignature: {
    sign(value: string, secret: string): string;
    unsign(signed: string, secret: string): string | false;
  };
  export default cookieSignature;
}

declare module 'proxy-addr' {
  type Trust = (address: string, hop: number) => boolean;
  const proxyaddr: {
    compile(networks: readonly string[]): Trust;
    all(request: object, trust: Trust): string[];
  };
  export default proxyaddr;
}

declare module 'mime-db' {
  interface Entry {
    readonly charset?: string;
    readonly extensions?: readonly string[];
    readonly source?: string;
  }
  const db: Readonly<Record<string, Entry>>;
  export default db;
}

declare module 'mime-types' {
  const mimeTypes: {
    readonly types: Readonly<Record<string, string>>;
    charset(type: string): string | false;
  };
  export default mimeTypes;
}

declare module 'http-errors' {
  interface CreatedError extends Error {
    readonly status: number;
    readonly statusCode: number;
    readonly expose: boolean;
  }
  export default function createError(status: number, message: string, facts: object): CreatedError;
}
