/**
 * Verifies tokens that this installation signed, for users and for the operator. A token must have
 * one of the installation's keys, the algorithm ES256, and one of the installation's URLs as
 * issuer.
 */
import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from "jose";
import type { SigningKeys } from "./signing-keys.ts";

/** Verifies the token and returns its claims. Throws an Error that describes the token's fault. */
export async function verifyOwnToken(
  keys: SigningKeys,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return await verify(keys, token, options);
  } catch (error) {
    // The signature is already verified, so a process of this installation signed the token. That
    // process started with another URL after this process had read the issuers.
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
