/** The factor endpoints under /auth/v1. Open at aal1: giving the code is what they are for. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readBody, visitorOf } from "../wire/request.ts";
import { requireFirstFactor } from "../wire/require-session.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import { challengeFactor } from "./challenge-factor.ts";
import { enrollBody, enrollFactor } from "./enroll-factor.ts";
import { unenrollFactor } from "./unenroll-factor.ts";
import { verifyFactor, verifyFactorBody } from "./verify-factor.ts";

export function serveFactors(auth: FastifyInstance, parts: UsersParts): void {
  const signedIn = (request: FastifyRequest) =>
    requireFirstFactor(parts, request.headers.authorization);
  auth.post("/factors", async (request) =>
    enrollFactor(parts, await signedIn(request), readBody(request, enrollBody)),
  );
  auth.post("/factors/:factorId/challenge", async (request) =>
    challengeFactor(parts, await signedIn(request), factorIdOf(request), visitorOf(request)),
  );
  auth.post("/factors/:factorId/verify", async (request) => {
    const caller = await signedIn(request);
    const body = readBody(request, verifyFactorBody);
    return verifyFactor(parts, caller, factorIdOf(request), body, visitorOf(request));
  });
  auth.delete("/factors/:factorId", async (request) =>
    unenrollFactor(parts, await signedIn(request), factorIdOf(request), visitorOf(request)),
  );
}

function factorIdOf(request: FastifyRequest): string {
  return (request.params as { readonly factorId: string }).factorId;
}
