/** Handles sign-up, sign-in, sign-out, and the grants of POST /token. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { signInWithPassword } from "../../accounts/sign-in-with-password.ts";
import { exchangeCode } from "../../mailed-links/exchange-code.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import type { Visitor } from "../../deps/visitor.ts";
import type { OpenedSession } from "../../sessions/open-session.ts";
import { SIGN_OUT_SCOPES, signOut } from "../../sessions/sign-out.ts";
import { AuthError } from "../wire/auth-error.ts";
import { presentSession } from "../wire/present-session.ts";
import { queryText, readBody, readEmail, visitorOf } from "../wire/request.ts";
import { requireFirstFactor } from "../wire/require-session.ts";
import { refreshWithin } from "./refresh-within.ts";
import {
  answerAnonymousSignUp,
  answerSignUp,
  isAnonymousSignUp,
  signUpBody,
} from "./answer-sign-up.ts";

const passwordGrantBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

const refreshGrantBody = z.object({ refresh_token: z.string().max(200) });

const pkceGrantBody = z.object({
  auth_code: z.string().max(200).nullish(),
  code_verifier: z.string().max(200).nullish(),
});

export function serveTokens(auth: FastifyInstance, deps: UsersDeps): void {
  const refresh = refreshWithin(deps);
  if (!deps.mailLeaves)
    auth.post("/signup", async (request) => {
      const body = readBody(request, signUpBody);
      const answer = isAnonymousSignUp(body) ? answerAnonymousSignUp : answerSignUp;
      return answer(deps, body, visitorOf(request));
    });
  auth.post("/token", async (request) => {
    const visitor = visitorOf(request);
    switch (queryText(request, "grant_type") ?? "") {
      case "password": {
        const opened = await byPassword(deps, readBody(request, passwordGrantBody), visitor);
        return presentSession(deps, opened);
      }
      case "refresh_token": {
        const { refresh_token: token } = readBody(request, refreshGrantBody);
        return presentSession(deps, await refresh(token, visitor));
      }
      case "pkce":
        return presentSession(deps, await byCode(deps, readBody(request, pkceGrantBody), visitor));
      case "id_token":
        throw new AuthError("provider_disabled");
      case "web3":
        throw new AuthError("web3_provider_disabled");
      default:
        throw new AuthError("invalid_credentials", "unsupported_grant_type");
    }
  });
  auth.post("/logout", async (request, reply) => {
    const signedIn = await requireFirstFactor(deps, request.headers.authorization);
    const scopeText = queryText(request, "scope") ?? "global";
    const scope = SIGN_OUT_SCOPES.find((one) => one === scopeText);
    if (scope === undefined)
      throw new AuthError("validation_failed", `Unsupported logout scope "${scopeText}"`);
    await signOut(deps, signedIn, scope);
    return reply.code(204).send();
  });
}

async function byPassword(
  deps: UsersDeps,
  body: z.output<typeof passwordGrantBody>,
  visitor: Visitor,
): Promise<OpenedSession> {
  if (body.phone) throw new AuthError("phone_provider_disabled");
  if (!body.email) throw new AuthError("validation_failed", "missing email or phone");
  const email = readEmail(body.email);
  return signInWithPassword(deps, { email, password: body.password ?? "" }, visitor);
}

async function byCode(
  deps: UsersDeps,
  { auth_code: code, code_verifier: verifier }: z.output<typeof pkceGrantBody>,
  visitor: Visitor,
): Promise<OpenedSession> {
  if (!code || !verifier)
    throw new AuthError(
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    );
  return exchangeCode(deps, { code, verifier }, visitor);
}
