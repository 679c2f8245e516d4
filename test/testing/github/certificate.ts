import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate and its key, as PEM. */
export type Certificate = { readonly key: string; readonly cert: string };

/** A certificate for one host that signs itself, valid until 2049: whoever is to trust it must be told to. */
export function selfSigned(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(set(sequence(COMMON_NAME, der(UTF8_STRING, Buffer.from(host)))));
  const times = sequence(...['260101000000Z', '491231235959Z'].map((time) => der(UTC_TIME, Buffer.from(time))));
  const names = extension(SUBJECT_ALT_NAME, sequence(der(DNS_NAME, Buffer.from(host))));
  const authority = extension(BASIC_CONSTRAINTS, sequence(der(BOOLEAN, Buffer.of(0xff))));
  const body = sequence(
    der(VERSION, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.of(1)),
    algorithm,
    name,
    times,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, sequence(names, authority)),
  );
  const signature = der(BIT_STRING, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(body, algorithm, signature)),
  };
}

/** Tags of ASN.1's distinguished encoding rules (X.690), with those of RFC 5280 for the parts of a certificate. */
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const DNS_NAME = 0x82;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;

const COMMON_NAME = der(OBJECT_ID, Buffer.of(0x55, 0x04, 0x03));
const SUBJECT_ALT_NAME = der(OBJECT_ID, Buffer.of(0x55, 0x1d, 0x11));
const BASIC_CONSTRAINTS = der(OBJECT_ID, Buffer.of(0x55, 0x1d, 0x13));
const ECDSA_WITH_SHA256 = der(OBJECT_ID, Buffer.of(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(id, der(OCTET_STRING, value));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(SEQUENCE, ...parts);
}

function set(...parts: readonly Buffer[]): Buffer {
  return der(SET, ...parts);
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content), content]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}

function pem(content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
