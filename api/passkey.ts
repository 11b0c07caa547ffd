/**
 * Schemas of the browser's passkey messages, with the field names of WebAuthn level 3, section
 * 5.1.8. Binary fields are base64url.
 */
import { z } from "zod";

const CHARACTERS_MAX = 16_384;

const binary = z
  .string()
  .max(CHARACTERS_MAX)
  .regex(/^[\w-]+$/);

const credential = { id: binary, rawId: binary, type: z.literal("public-key") };

/** The browser's response when a user registers a new passkey. */
export const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(32)).max(16).nullish(),
  }),
});

/** Schema of a challenge that a passkey has signed. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    /** Null for first-generation security keys, which return no user handle. */
    userHandle: binary.nullish(),
  }),
});

export type Attestation = z.output<typeof attestationSchema>;
export type Assertion = z.output<typeof assertionSchema>;

/**
 * A passkey's response, which replaces a code. The sign-in service issued the challenge for one of
 * the user's two-factor methods.
 */
export const passkeyAnswer = z.object({
  challengeId: z.string().max(64),
  credential: assertionSchema,
});

export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
