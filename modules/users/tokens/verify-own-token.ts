/**
 * Checks every token that we signed, for users and for the operator: our key, ES256, and one of our
 * URLs as issuer.
 */
import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from "jose";
import type { SigningKeys } from "./signing-keys.ts";

/** Returns the claims. Throws an Error that describes the fault of the token. */
export async function verifyOwnToken(
  keys: SigningKeys,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return await verify(keys, token, options);
  } catch (error) {
    // The signature is already verified. So the token is ours, from a process that started
    // with another URL after this one.
    const isNewIssuer = error instanceof errors.JWTClaimValidationFailed && error.claim === "iss";
    if (!isNewIssuer) throw error;
    await keys.readIssuers();
    return verify(keys, token, options);
  }
}

async function verify(
  keys: SigningKeys,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(
    token,
    async ({ kid }) => {
      const key = kid === undefined ? undefined : await keys.verifierOf(kid);
      if (!key) throw new Error("unrecognized JWT kid");
      return key;
    },
    { ...options, algorithms: ["ES256"], issuer: [...keys.issuers()] },
  );
  return payload;
}
