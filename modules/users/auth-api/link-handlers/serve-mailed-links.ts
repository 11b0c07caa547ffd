/** Registers the endpoints that send links and codes, and the endpoint that redeems them. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { UsersDeps } from "../../deps/users-deps.ts";
import { reauthenticate } from "../../step-up/reauthenticate.ts";
import {
  answerAnonymousSignUp,
  answerSignUpByMail,
  isAnonymousSignUp,
  signUpBody,
} from "../account-handlers/answer-sign-up.ts";
import { queryText, readBody, visitorOf } from "../wire/request.ts";
import { requireSession } from "../wire/require-session.ts";
import {
  askAgain,
  askForMagicLink,
  askForRecovery,
  magicLinkBody,
  recoverBody,
  resendBody,
} from "./request-messages.ts";
import { verifyAndRedirect } from "./verify-and-redirect.ts";
import { verifyBody, verifyLink } from "./verify.ts";

/** HEAD routes are disabled: link previews send HEAD requests, which must not use up the link. */
const NO_HEAD = { exposeHeadRoute: false };

export function serveMailedLinks(auth: FastifyInstance, deps: UsersDeps): void {
  serveMessages(auth, deps);
  auth.get("/reauthenticate", NO_HEAD, async (request) => {
    await reauthenticate(deps, await requireSession(deps, request.headers.authorization));
    return {};
  });
  auth.post("/verify", async (request) =>
    verifyLink(deps, readBody(request, verifyBody), visitorOf(request)),
  );
  auth.get("/verify", NO_HEAD, async (request, reply) => {
    const token = queryText(request, "token_hash") ?? queryText(request, "token");
    const type = queryText(request, "type");
    const redirectTo = queryText(request, "redirect_to");
    const link = { token, type, redirectTo };
    return reply.redirect(await verifyAndRedirect(deps, link, visitorOf(request)), 303);
  });
}

/**
 * Registers the endpoints that send messages. Each message is written after the response, so that
 * the response time does not reveal whether the address has an account.
 */
function serveMessages(auth: FastifyInstance, deps: UsersDeps): void {
  const underWay = new Set<Promise<void>>();
  auth.addHook("onClose", async () => void (await Promise.all(underWay)));
  const answerFirst = async (reply: FastifyReply, work: () => Promise<void>, answer = {}) => {
    await reply.send(answer);
    const running = work()
      .catch((error: unknown) => deps.log.error({ error }, "could not write a message"))
      .finally(() => underWay.delete(running));
    underWay.add(running);
    return reply;
  };
  if (deps.mailLeaves)
    auth.post("/signup", async (request, reply) => {
      const body = readBody(request, signUpBody);
      if (isAnonymousSignUp(body)) return answerAnonymousSignUp(deps, body, visitorOf(request));
      const from = { visitor: visitorOf(request), redirectTo: queryText(request, "redirect_to") };
      const { user, work } = await answerSignUpByMail(deps, body, from);
      return answerFirst(reply, work, user);
    });
  auth.post("/recover", async (request, reply) => {
    const body = readBody(request, recoverBody);
    const back = queryText(request, "redirect_to");
    return answerFirst(reply, await askForRecovery(deps, body, back, visitorOf(request)));
  });
  for (const path of ["/otp", "/magiclink"]) {
    auth.post(path, async (request, reply) => {
      const body = readBody(request, magicLinkBody);
      const back = queryText(request, "redirect_to");
      return answerFirst(reply, await askForMagicLink(deps, body, back, visitorOf(request)));
    });
  }
  auth.post("/resend", async (request, reply) => {
    const body = readBody(request, resendBody);
    return answerFirst(reply, await askAgain(deps, body, queryText(request, "redirect_to")));
  });
}
