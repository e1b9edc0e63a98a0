/** @module The methods of ordinary requests, as the recogniser compares them: four octets at once, SP included. */

export class Method {
  readonly name: string;
  /** With the SP behind it. */
  readonly length: number;
  readonly mayHaveContent: boolean;
  /** The first and the last four octets, which overlap or join: as little-endian integers. */
  readonly first: number;
  readonly last: number;

  constructor(name: string, mayHaveContent: boolean) {
    const octets = Buffer.from(`${name} `, 'latin1');
    this.name = name;
    this.length = octets.length;
    this.mayHaveContent = mayHaveContent;
    this.first = octets.readInt32LE(0);
    this.last = octets.readInt32LE(octets.length - 4);
  }
}

/** The commonest is first. */
export const METHODS: readonly Method[] = [
  new Method('GET', false),
  new Method('POST', true),
  new Method('PUT', true),
  new Method('DELETE', false),
  new Method('HEAD', false),
  new Method('OPTIONS', false),
  new Method('PATCH', true),
];
