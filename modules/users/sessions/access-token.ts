/**
 * Creates and verifies access tokens: ES256 JWTs with the claims of Supabase Auth. Other algorithms
 * are always refused.
 */
import { SignJWT } from "jose";
import { newUuid } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { shownAddress } from "../people/no-address.ts";
import type { UserRow } from "../people/users-table.ts";
import { issuerOf } from "../tokens/signing-keys.ts";
import { verifyOwnToken } from "../tokens/verify-own-token.ts";
import type { AssuranceLevel, AuthenticationMethod, SessionRow } from "./sessions-table.ts";

const AUDIENCE = "authenticated";

/**
 * Maximum token length. Longer tokens are neither created nor accepted, because Node refuses
 * requests whose headers exceed 16 KB.
 */
export const TOKEN_CHARACTERS_MAX = 8_192;

export interface AccessToken {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Lifetime of the token in seconds. */
  readonly expires_in: number;
  /** Unix time in seconds. */
  readonly expires_at: number;
}

/** The claims of a valid token that the server uses. */
export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAtMs: number;
  readonly aal: AssuranceLevel;
}

type Metadata = Pick<UserRow, "raw_app_meta_data" | "raw_user_meta_data">;

const NO_METADATA: Metadata = { raw_app_meta_data: {}, raw_user_meta_data: {} };

export async function signAccessToken(
  deps: Pick<UsersDeps, "clock" | "limits" | "signingKeys" | "siteUrl">,
  user: UserRow,
  session: SessionRow,
  amr: readonly AuthenticationMethod[],
): Promise<AccessToken> {
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1000);
  const expiresAt = issuedAt + deps.limits.accessTokenSeconds;
  const { kid, privateKey } = deps.signingKeys.current;
  const sign = ({ raw_app_meta_data: app_metadata, raw_user_meta_data: user_metadata }: Metadata) =>
    new SignJWT({
      email: shownAddress(user.email),
      phone: user.phone ?? "",
      app_metadata,
      user_metadata,
      role: user.role,
      aal: session.aal,
      amr,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    })
      .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
      .setIssuer(issuerOf(deps))
      .setSubject(user.id)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(newUuid())
      .sign(privateKey);
  const whole = await sign(user);
  // An account may have more metadata than the current limit allows. Its token then leaves out the
  // metadata, and `/user` still returns all of it.
  const token = whole.length <= TOKEN_CHARACTERS_MAX ? whole : await sign(NO_METADATA);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: deps.limits.accessTokenSeconds,
    expires_at: expiresAt,
  };
}

/** Verifies the token and returns its claims. Throws an Error that describes the token's fault. */
export async function readAccessToken(
  deps: Pick<UsersDeps, "clock" | "signingKeys">,
  token: string,
): Promise<TokenClaims> {
  const payload = await verifyOwnToken(deps.signingKeys, token, {
    audience: AUDIENCE,
    requiredClaims: ["sub", "exp", "session_id"],
    currentDate: deps.clock.now(),
  });
  const { sub, exp, session_id: sessionId, aal } = payload;
  if (sub === undefined || exp === undefined || typeof sessionId !== "string")
    throw new Error("missing claims");
  return { userId: sub, sessionId, expiresAtMs: exp * 1000, aal: aal === "aal2" ? aal : "aal1" };
}
