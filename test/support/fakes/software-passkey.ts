/**
 * Simulates a passkey authenticator in software. It responds like a browser on a page with the
 * given origin (WebAuthn level 3, ES256, no attestation). Tests can make it return wrong responses.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Passkeys = SupabaseClient["auth"]["passkey"];
type Begun = NonNullable<Awaited<ReturnType<Passkeys["startRegistration"]>>["data"]>;
type CreationOptions = Begun["options"];
/** A credential in the form that the official client sends. */
type Credential = Parameters<Passkeys["verifyRegistration"]>[0]["credential"];
export type Made = Extract<Credential, { response: { attestationObject: string } }>;
export type Signed = Exclude<Credential, Made>;

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

interface Wrongs {
  readonly origin?: string;
  /** False if the device did not verify its user. */
  readonly isVerified?: boolean;
}

export interface SoftwarePasskey {
  readonly id: string;
  /** Number of signatures so far. It stays 0 if `isCounting` is false. */
  counter: number;
  /** The result of `navigator.credentials.create`. */
  readonly made: Made;
  sign(options: { challenge: string; rpId?: string }, wrongs?: Wrongs): Signed;
}

/**
 * Creates a passkey. If `isCounting` is false, the passkey behaves like one that is synchronised
 * between the user's devices.
 */
export function makePasskey(
  options: CreationOptions,
  {
    origin,
    isCounting = true,
    isVerified = true,
  }: Wrongs & { origin: string; isCounting?: boolean },
): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const idBytes = randomBytes(16);
  const id = idBytes.toString("base64url");
  const rpId = options.rp.id ?? "";
  const credentialData = Buffer.concat([
    Buffer.alloc(16),
    Buffer.from([0, idBytes.length]),
    idBytes,
    coseOf(publicKey),
  ]);
  const data = dataOf(rpId, { flags: HAS_KEY, counter: 0, isVerified });
  const attestationObject = isoCBOR.encode(
    new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(Buffer.concat([data, credentialData]))],
    ]) as Parameters<typeof isoCBOR.encode>[0],
  );
  const passkey: SoftwarePasskey = {
    id,
    counter: 0,
    made: {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData("webauthn.create", options.challenge, origin),
        attestationObject: Buffer.from(attestationObject).toString("base64url"),
        transports: ["internal"],
      },
    },
    sign({ challenge, rpId: wantedRpId = rpId }, wrongs = {}) {
      if (isCounting) passkey.counter += 1;
      const { counter } = passkey;
      const authenticatorData = dataOf(wantedRpId, { flags: 0, counter, isVerified, ...wrongs });
      const clientDataJSON = clientData("webauthn.get", challenge, wrongs.origin ?? origin);
      const signed = Buffer.concat([
        authenticatorData,
        sha256(Buffer.from(clientDataJSON, "base64url")),
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON,
          authenticatorData: authenticatorData.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
          userHandle: options.user.id,
        },
      };
    },
  };
  return passkey;
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin })).toString("base64url");
}

function dataOf(
  rpId: string,
  { flags, counter, isVerified }: { flags: number; counter: number; isVerified: boolean },
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const all = flags | PRESENT | (isVerified ? VERIFIED : 0);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([all]), count]);
}

/** Returns the public key in COSE format: EC2, ES256, P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  const fields: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ];
  return Buffer.from(isoCBOR.encode(new Map(fields) as Parameters<typeof isoCBOR.encode>[0]));
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
