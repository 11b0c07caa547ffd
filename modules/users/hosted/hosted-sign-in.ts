/**
 * Signs users in through a hosted or self-hosted Supabase. This module verifies the service's
 * access tokens with its published keys and requests facts that a token does not contain. The
 * service manages the sessions: a sign-out at the service takes effect on this installation within
 * a minute.
 */
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { z } from "zod";
import { Outage, type Database, type Log } from "#platform";
import { noAddressOf } from "../people/no-address.ts";
import type { JsonObject } from "../people/users-table.ts";
import { hasReportedPeople } from "./hosted-credentials.ts";
import { createHostedUserQuery, type AskHostedUser } from "./hosted-user.ts";

export interface HostedClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAtMs: number;
  readonly email: string;
  readonly aal: "aal1" | "aal2";
  readonly metadata: JsonObject;
  readonly isAnonymous: boolean;
  /** Time of the newest accepted authentication; the Unix epoch if the token contains none. */
  readonly provenAt: Date;
}

export interface HostedPlace {
  readonly url: string;
  /** Public API key (anon key) of the service. */
  readonly anonKey: string;
}

export interface HostedSignIn {
  /** `iss` claim of the service's tokens. */
  readonly issuer: string;
  /**
   * Verifies a token and returns its claims. Throws an Outage if the keys cannot be fetched, and a
   * different Error if the token is invalid.
   */
  verify(token: string, now: Date): Promise<HostedClaims>;
  readonly askUser: AskHostedUser;
}

const claims = z.object({
  sub: z.uuid(),
  exp: z.int(),
  session_id: z.string().max(64).optional(),
  email: z.string().max(255).default(""),
  aal: z.enum(["aal1", "aal2"]).default("aal1"),
  amr: z.array(z.object({ method: z.string(), timestamp: z.int() })).catch([]),
  user_metadata: z.record(z.string(), z.json()).default({}),
  is_anonymous: z.boolean().default(false),
});

/**
 * Accepted signature algorithms. HS256 is excluded because it uses a shared secret: anyone who can
 * verify a token can also forge one.
 */
const ALGORITHMS = ["ES256", "RS256"];
const FETCH_MS_MAX = 5_000;

export function createHostedSignIn(
  { database, log }: { readonly database: Database; readonly log: Log },
  { url, anonKey }: HostedPlace,
): HostedSignIn {
  const issuer = `${url}/auth/v1`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    timeoutDuration: FETCH_MS_MAX,
  });
  return {
    issuer,
    askUser: createHostedUserQuery({
      issuer,
      anonKey,
      log,
      hasReportedPeople: () => hasReportedPeople(database, issuer),
    }),
    async verify(token, now) {
      // Keys are fetched at most every 30 seconds. Until the next fetch, an unknown key may be a
      // new key of the service, so treat the error as an outage.
      const wasJustRead = keys.coolingDown;
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer,
        audience: "authenticated",
        currentDate: now,
      }).catch((error: unknown) => {
        throw wasJustRead && error instanceof errors.JWKSNoMatchingKey
          ? outageOf(error)
          : asOutage(error);
      });
      const parsed = claims.parse(payload);
      return {
        userId: parsed.sub,
        sessionId: parsed.session_id ?? parsed.sub,
        expiresAtMs: parsed.exp * 1000,
        // A user who signed up by phone has no e-mail address.
        email: parsed.email.toLowerCase() || noAddressOf(parsed.sub),
        aal: parsed.aal,
        metadata: parsed.user_metadata,
        isAnonymous: parsed.is_anonymous,
        provenAt: provenAt(parsed),
      };
    },
  };
}

/**
 * Returns the time of the newest accepted authentication. At aal2, only second factors are
 * accepted. At aal1, all methods are accepted except those that require no user input.
 */
function provenAt({ aal, amr }: Pick<z.output<typeof claims>, "aal" | "amr">): Date {
  const counted = amr.filter(({ method }) =>
    aal === "aal1" ? !NO_PROOFS.includes(method) : isOfSecondFactor(method),
  );
  return new Date(Math.max(0, ...counted.map(({ timestamp }) => timestamp * 1000)));
}

const NO_PROOFS = ["token_refresh", "anonymous"];

/**
 * Returns true if the method is a second factor: `totp`, `mfa/phone` or `mfa/webauthn`.
 * https://supabase.com/docs/guides/auth/jwt-fields
 */
function isOfSecondFactor(method: string): boolean {
  return method === "totp" || method.startsWith("mfa/");
}

/** Error codes for faults of the fetched keys, not of the token. */
const ABOUT_KEYS = ["ERR_JOSE_GENERIC", "ERR_JWKS_INVALID", "ERR_JWKS_TIMEOUT"];

function asOutage(error: unknown): unknown {
  const isAboutToken = error instanceof errors.JOSEError && !ABOUT_KEYS.includes(error.code);
  return isAboutToken ? error : outageOf(error);
}

function outageOf(error: unknown): Outage {
  const message = error instanceof Error ? error.message : "no answer";
  return new Outage("sign-in service", message, { cause: error });
}
