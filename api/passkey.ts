/**
 * Passkey messages of the browser, with the field names of the standard (WebAuthn level 3, section
 * 5.1.8). Binary fields are base64url.
 */
import { z } from "zod";

const CHARACTERS_MAX = 16_384;

const binary = z
  .string()
  .max(CHARACTERS_MAX)
  .regex(/^[\w-]+$/);

const credential = { id: binary, rawId: binary, type: z.literal("public-key") };

/** Registration of a new passkey. */
export const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(32)).max(16).nullish(),
  }),
});

/** A passkey's signature of a challenge. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    /** First-generation security keys provide none. */
    userHandle: binary.nullish(),
  }),
});

export type Attestation = z.output<typeof attestationSchema>;
export type Assertion = z.output<typeof assertionSchema>;

/**
 * Replaces a code. The challenge was issued by the sign-in service for one of the user's factors.
 */
export const passkeyAnswer = z.object({
  challengeId: z.string().max(64),
  credential: assertionSchema,
});

export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
