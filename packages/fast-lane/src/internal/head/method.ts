/** @module The methods of ordinary requests, including the SP, compared four bytes at a time. */

export class Method {
  readonly name: string;
  /** Includes the SP after it. */
  readonly length: number;
  readonly mayHaveContent: boolean;
  /** The first and the last four bytes, which overlap or join, as little-endian integers. */
  readonly first: number;
  readonly last: number;

  constructor(name: string, mayHaveContent: boolean) {
    const bytes = Buffer.from(`${name} `, 'latin1');
    this.name = name;
    this.length = bytes.length;
    this.mayHaveContent = mayHaveContent;
    this.first = bytes.readInt32LE(0);
    this.last = bytes.readInt32LE(bytes.length - 4);
  }
}

/** The most common method is first. */
export const METHODS: readonly Method[] = [
  new Method('GET', false),
  new Method('POST', true),
  new Method('PUT', true),
  new Method('DELETE', false),
  new Method('HEAD', false),
  new Method('OPTIONS', false),
  new Method('PATCH', true),
];
