/**
 * Serves the sign-in API under /auth/v1, with its own error envelope. The API is compatible with
 * Supabase Auth, so the official client works unchanged. URLs of other Supabase services return 404
 * as JSON, never as a page.
 */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from "fastify";
import { Outage, Refusal } from "#platform";
import type { DeletionRules } from "../administrators/delete-person.ts";
import { findFactors } from "../factors/factors-table.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { HasherBusy } from "../passwords/password-hasher.ts";
import { findIdentities } from "../people/users-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { PUBLISHED_SECONDS } from "../service-key/rotate-signing-key.ts";
import { serveTokens } from "./account-handlers/serve-tokens.ts";
import { answerUpdateUser, updateUserBody } from "./account-handlers/answer-update-user.ts";
import { serveAdmin } from "./admin-handlers/serve-admin.ts";
import { serveMailedLinks } from "./link-handlers/serve-mailed-links.ts";
import { serveFactors } from "./serve-factors.ts";
import { servePasskeys } from "./serve-passkeys.ts";
import { AuthError, authErrorOf, sendAuthError, type AuthErrorCode } from "./wire/auth-error.ts";
import { presentUser } from "./wire/present-user.ts";
import { parseJsonBody, queryText, readBody, visitorOf } from "./wire/request.ts";
import { requireFirstFactor, requireSession } from "./wire/require-session.ts";

/**
 * Key that browsers pass to `createClient`. The key grants no rights, because rights come from the
 * user's access token. It never changes, so that a page that stays open during an update continues
 * to work.
 */
export const supabasePublicKey = "sb_publishable_hashfloor_practice_floor";

const PREFIX = "/auth/v1";
const ABSENT_ROOTS = ["/rest/v1", "/storage/v1", "/functions/v1", "/realtime/v1"];
const BODY_BYTES_MAX = 65_536;

/** Registers the sign-in API. `elsewhere` contains other modules' rules for deleting a user. */
export function authPlugin(deps: UsersDeps, elsewhere: DeletionRules): FastifyPluginAsync {
  return async (app) => {
    await app.register(
      async (auth) => {
        speakAuthErrors(auth);
        acceptJson(auth);
        answerTheRest(auth);
        // With a hosted service, this API cannot sign users up or in, so all of /auth/v1 returns
        // 404.
        if (deps.hosted) return;
        describeService(auth, deps);
        serveTokens(auth, deps);
        serveMailedLinks(auth, deps);
        serveUser(auth, deps);
        serveFactors(auth, deps);
        servePasskeys(auth, deps);
        await serveAdmin(auth, deps, elsewhere);
        refuseDisabled(auth, deps);
      },
      { prefix: PREFIX },
    );
    for (const root of ABSENT_ROOTS) {
      app.all(root, answerAbsent);
      app.all(`${root}/*`, answerAbsent);
    }
  };
}

async function answerAbsent(_request: unknown, reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(404).send({ code: 404, error_code: "not_found", msg: "Not found" });
}

function speakAuthErrors(auth: FastifyInstance): void {
  auth.setErrorHandler((error, request, reply) => {
    if (error instanceof AuthError) return sendAuthError(request, reply, error);
    if (error instanceof SignInRefusal) return sendAuthError(request, reply, authErrorOf(error));
    if (error instanceof Refusal && error.status === 429)
      return sendAuthError(request, reply, new AuthError("over_request_rate_limit", error.text));
    if (error instanceof HasherBusy)
      return sendAuthError(request, reply, new AuthError("over_request_rate_limit"));
    if (error instanceof Refusal) return sendAuthError(request, reply, asAuthError(error));
    const status = statusOf(error);
    if (status === 413) return sendAuthError(request, reply, new AuthError("request_too_large"));
    if (status < 500) return sendAuthError(request, reply, new AuthError("validation_failed"));
    request.log.error({ error, route: request.routeOptions.url }, "sign-in service failed");
    const failure = new AuthError("unexpected_failure");
    // The client keeps its session after a 5xx response, and retries after a 503.
    const answer = error instanceof Outage ? Object.assign(failure, { status: 503 }) : failure;
    return sendAuthError(request, reply, answer);
  });
  auth.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
}

function acceptJson(auth: FastifyInstance): void {
  auth.removeAllContentTypeParsers();
  auth.addContentTypeParser(
    "application/json",
    { parseAs: "string", bodyLimit: BODY_BYTES_MAX },
    async (_request: unknown, text: string) => parseJsonBody(text),
  );
}

/**
 * Registers routes that return 404 for all other paths. A not-found handler would never be called,
 * because the site's pages handle every GET without a route.
 */
function answerTheRest(auth: FastifyInstance): void {
  for (const path of ["/", "/*"])
    auth.all(path, async () => {
      throw new AuthError("not_found");
    });
}

function describeService(auth: FastifyInstance, { signingKeys, mailLeaves }: UsersDeps): void {
  auth.get("/health", async () => ({
    name: "GoTrue",
    version: "hashfloor",
    description: "Sign-in service of this installation, compatible with Supabase Auth",
  }));
  auth.get("/settings", async () => ({
    external: { email: true, phone: false, anonymous_users: true },
    disable_signup: false,
    mailer_autoconfirm: !mailLeaves,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
  }));
  auth.get("/.well-known/jwks.json", async (_request, reply) => {
    reply.header("cache-control", `public, max-age=${PUBLISHED_SECONDS}`);
    return { keys: signingKeys.publicKeys };
  });
}

function serveUser(auth: FastifyInstance, deps: UsersDeps): void {
  auth.get("/user", async (request) => {
    const { user } = await requireFirstFactor(deps, request.headers.authorization);
    const { database } = deps;
    const identities = await findIdentities(database, user.id);
    return presentUser(user, identities, await findFactors(database, user.id));
  });
  auth.put("/user", async (request) => {
    const signedIn = await requireSession(deps, request.headers.authorization);
    return answerUpdateUser(deps, signedIn, readBody(request, updateUserBody), {
      visitor: visitorOf(request),
      redirectTo: queryText(request, "redirect_to"),
    });
  });
}

const OFF = [
  ["/oauth/*", "feature_disabled"],
  ["/user/oauth/*", "feature_disabled"],
] as const;

/** Registers Supabase Auth's responses for disabled features. */
function refuseDisabled(auth: FastifyInstance, deps: UsersDeps): void {
  auth.post("/sso", async () => {
    throw new AuthError("saml_provider_disabled");
  });
  auth.get("/authorize", async (request) => {
    const isNamed = queryText(request, "provider") !== undefined;
    const problem = isNamed ? "provider is not enabled" : "missing provider";
    throw new AuthError("validation_failed", `Unsupported provider: ${problem}`);
  });
  auth.all("/user/identities/*", async (request) => {
    await requireSession(deps, request.headers.authorization);
    throw new AuthError("manual_linking_disabled");
  });
  for (const [path, code] of OFF)
    auth.all(path, async () => {
      throw new AuthError(code);
    });
}

const REFUSAL_CODES: Readonly<Record<number, AuthErrorCode>> = {
  404: "user_not_found",
  409: "conflict",
  429: "over_request_rate_limit",
};

/** Converts a Refusal from the rest of the module to an AuthError with the same text. */
function asAuthError({ status, text }: Refusal): AuthError {
  const error = new AuthError(REFUSAL_CODES[status] ?? "validation_failed", text);
  return Object.assign(error, { status });
}

function statusOf(error: unknown): number {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}
