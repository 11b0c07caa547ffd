/**
 * Creates a self-signed TLS certificate for a local server, with a minimal X.509 encoder (RFC
 * 5280).
 */
import { generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";

export interface Certificate {
  /** Private key, in PEM. */
  readonly key: string;
  readonly cert: string;
}

const OID = {
  ecdsaWithSha256: "06082a8648ce3d040302",
  commonName: "0603550403",
  subjectAltName: "0603551d11",
  basicConstraints: "0603551d13",
} as const;
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  generalizedTime: 0x18,
  explicit0: 0xa0,
  explicit3: 0xa3,
  dnsName: 0x82,
  ipAddress: 0x87,
} as const;

const HOURS_MS = 3_600_000;

/**
 * Creates a certificate for `localhost`, 127.0.0.1 and 0.0.0.0, or for the given name. It is valid
 * from a few hours ago until a few hours from now.
 */
export function selfMadeCertificate({ name }: { readonly name?: string } = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(TAG.sequence, hex(OID.ecdsaWithSha256));
  const subject = der(
    TAG.sequence,
    der(TAG.set, der(TAG.sequence, hex(OID.commonName), text(TAG.utf8, `test ${randomUUID()}`))),
  );
  const names =
    name === undefined
      ? [
          text(TAG.dnsName, "localhost"),
          der(TAG.ipAddress, Buffer.from([127, 0, 0, 1])),
          der(TAG.ipAddress, Buffer.alloc(4)),
        ]
      : [text(TAG.dnsName, name)];
  const body = der(
    TAG.sequence,
    der(TAG.explicit0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    der(TAG.sequence, time(-HOURS_MS), time(24 * HOURS_MS)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      TAG.explicit3,
      der(
        TAG.sequence,
        extension(OID.subjectAltName, der(TAG.sequence, ...names)),
        extension(OID.basicConstraints, der(TAG.sequence, der(TAG.boolean, Buffer.from([0xff])))),
      ),
    ),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]);
  const whole = der(TAG.sequence, body, algorithm, der(TAG.bitString, signature));
  const lines = whole.toString("base64").replaceAll(/(.{64})/g, "$1\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function extension(oid: string, value: Buffer): Buffer {
  return der(TAG.sequence, hex(oid), der(TAG.octetString, value));
}

function time(fromNowMs: number): Buffer {
  const digits = new Date(Date.now() + fromNowMs).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return text(TAG.generalizedTime, digits);
}

function text(tag: number, value: string): Buffer {
  return der(tag, Buffer.from(value));
}

function hex(value: string): Buffer {
  return Buffer.from(value, "hex");
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
