/**
 * A hosted or self-hosted Supabase signs people in; we check its access tokens by its published
 * keys, and ask it what a token cannot tell. Its sessions are its own: a sign-out there ends here
 * within a minute.
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
  /** Somebody there who tries it without an account. */
  readonly isAnonymous: boolean;
  /** The newest proof of the person that counts; the start of time when the token names none. */
  readonly provenAt: Date;
}

export interface HostedPlace {
  readonly url: string;
  /** The service's public key. */
  readonly anonKey: string;
}

export interface HostedSignIn {
  /** `iss` of its tokens. */
  readonly issuer: string;
  /**
   * Throws an Outage when the keys cannot be fetched, and another Error that says what is wrong
   * with the token.
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

/** HS256 is not accepted: whoever can check such a token can also make one. */
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
      // Within half a minute of a look it does not look again: a key that is unknown then may be a
      // new one.
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
        // A person who signed up by phone has no address.
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
 * With a second factor only its own proofs count; without, each but those that nobody gave anything
 * for.
 */
function provenAt({ aal, amr }: Pick<z.output<typeof claims>, "aal" | "amr">): Date {
  const counted = amr.filter(({ method }) =>
    aal === "aal1" ? !NO_PROOFS.includes(method) : isOfSecondFactor(method),
  );
  return new Date(Math.max(0, ...counted.map(({ timestamp }) => timestamp * 1000)));
}

const NO_PROOFS = ["token_refresh", "anonymous"];

/** `totp`, `mfa/phone`, `mfa/webauthn`: https://supabase.com/docs/guides/auth/jwt-fields */
function isOfSecondFactor(method: string): boolean {
  return method === "totp" || method.startsWith("mfa/");
}

/** Codes of errors that tell of the fetched keys, and nothing of the token. */
const ABOUT_KEYS = ["ERR_JOSE_GENERIC", "ERR_JWKS_INVALID", "ERR_JWKS_TIMEOUT"];

function asOutage(error: unknown): unknown {
  const isAboutToken = error instanceof errors.JOSEError && !ABOUT_KEYS.includes(error.code);
  return isAboutToken ? error : outageOf(error);
}

function outageOf(error: unknown): Outage {
  const message = error instanceof Error ? error.message : "no answer";
  return new Outage("sign-in service", message, { cause: error });
}
