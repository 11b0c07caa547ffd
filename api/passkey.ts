/**
 * What a browser sends of a passkey, as the standard words it (WebAuthn level 3, section 5.1.8):
 * binary fields as base64url.
 */
import { z } from "zod";

const CHARACTERS_MAX = 16_384;

const binary = z
  .string()
  .max(CHARACTERS_MAX)
  .regex(/^[\w-]+$/);

const credential = { id: binary, rawId: binary, type: z.literal("public-key") };

/** A new passkey. */
export const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(32)).max(16).nullish(),
  }),
});

/** A passkey's signature under a challenge. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    /** A security key of the first generation gives none. */
    userHandle: binary.nullish(),
  }),
});

export type Attestation = z.output<typeof attestationSchema>;
export type Assertion = z.output<typeof assertionSchema>;

/** In place of a code: the challenge is one of the sign-in service's for a factor of the user. */
export const passkeyAnswer = z.object({
  challengeId: z.string().max(64),
  credential: assertionSchema,
});

export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
