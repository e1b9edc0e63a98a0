import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const BYTE_STRING = 0x04;
const IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const BOOLEAN = 0x01;
const IP_ADDRESS = 0x87;

/** One value in DER (X.690): its tag, its length, its content. */
function der(tag: number, ...contents: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part)));
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const identifier = (...bytes: number[]): Buffer => der(IDENTIFIER, bytes);
const ecdsaWithSha256 = der(SEQUENCE, identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const name = der(
  SEQUENCE,
  der(SET, der(SEQUENCE, identifier(0x55, 0x04, 0x03), der(UTF8_STRING, Buffer.from('127.0.0.1')))),
);

/** A key and a certificate for 127.0.0.1 that signs itself, made again: the tree holds no key. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alternative = der(
    SEQUENCE,
    identifier(0x55, 0x1d, 0x11),
    der(BYTE_STRING, der(SEQUENCE, der(IP_ADDRESS, [127, 0, 0, 1]))),
  );
  const authority = der(
    SEQUENCE,
    identifier(0x55, 0x1d, 0x13),
    der(BYTE_STRING, der(SEQUENCE, der(BOOLEAN, [0xff]))),
  );
  const facts = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, [2])),
    der(INTEGER, [1]),
    ecdsaWithSha256,
    name,
    der(SEQUENCE, ...['200101000000Z', '491231235959Z'].map((time) => der(UTC_TIME, Buffer.from(time)))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, alternative, authority)),
  );
  const signature = sign('sha256', facts, privateKey);
  const certificate = der(SEQUENCE, facts, ecdsaWithSha256, der(BIT_STRING, [0], signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}
