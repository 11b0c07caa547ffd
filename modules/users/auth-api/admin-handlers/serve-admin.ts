/**
 * Registers the admin endpoints of the sign-in API, which operators' programs call with the service
 * key. No other credentials are accepted.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { isUuid } from "#platform";
import type { DeletionRules } from "../../administrators/delete-person.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import { findUserById, type UserRow } from "../../people/users-table.ts";
import { userRefusals } from "../../rules/refusals.ts";
import { createUserByKey } from "../../service-key/create-user-by-key.ts";
import { deleteFactorByKey } from "../../service-key/delete-factor-by-key.ts";
import { deleteUserByKey } from "../../service-key/delete-user-by-key.ts";
import { rotateSigningKey } from "../../service-key/rotate-signing-key.ts";
import { faultOfServiceKey, type ServiceKeyFault } from "../../service-key/service-key.ts";
import { updateUserByKey } from "../../service-key/update-user-by-key.ts";
import { AuthError } from "../wire/auth-error.ts";
import { listPasskeys, requirePasskey } from "../wire/present-passkeys.ts";
import { presentFactor } from "../wire/present-user.ts";
import { queryText, readBody } from "../wire/request.ts";
import { adminUserBody, readChange, readNewUser } from "./admin-fields.ts";
import { generateLink, generateLinkBody, invite, inviteBody } from "./generate-link.ts";
import { listUsers } from "./list-users.ts";
import { presentUsers, single } from "./present-users.ts";

const rotateKeyBody = z.object({
  /** Set after a theft. Immediately invalidates tokens signed with previous keys. */
  at_once: z.boolean().default(false),
});

export async function serveAdmin(
  auth: FastifyInstance,
  deps: UsersDeps,
  elsewhere: DeletionRules,
): Promise<void> {
  await auth.register(async (admin) => {
    // Check the key before reading the body, so that callers without the key learn nothing from
    // validation errors.
    admin.addHook("onRequest", (request) => requireServiceKey(deps, request.headers.authorization));
    serveUsers(admin, deps, elsewhere);
    serveFactors(admin, deps);
    servePasskeys(admin, deps);
    admin.post("/admin/generate_link", async (request) =>
      generateLink(deps, readBody(request, generateLinkBody), backOf(request)),
    );
    admin.post("/admin/signing_keys", async (request) =>
      rotateKey(deps, readBody(request, rotateKeyBody)),
    );
    admin.post("/invite", async (request) =>
      invite(deps, readBody(request, inviteBody), backOf(request)),
    );
  });
}

function serveUsers(admin: FastifyInstance, deps: UsersDeps, elsewhere: DeletionRules): void {
  admin.get("/admin/users", async (request, reply) => {
    const page = queryText(request, "page");
    const perPage = queryText(request, "per_page");
    const { body, total, link } = await listUsers(deps, { page, perPage });
    return reply.header("x-total-count", String(total)).header("link", link).send(body);
  });
  admin.post("/admin/users", async (request) => {
    const newUser = await readNewUser(deps, readBody(request, adminUserBody));
    return single(await presentUsers(deps.database, [await createUserByKey(deps, newUser)]));
  });
  admin.get("/admin/users/:userId", async (request) =>
    single(await presentUsers(deps.database, [await namedUser(deps, request)])),
  );
  admin.put("/admin/users/:userId", async (request) => {
    const { id, email } = await namedUser(deps, request);
    const change = await readChange(deps, readBody(request, adminUserBody), email);
    return single(await presentUsers(deps.database, [await updateUserByKey(deps, id, change)]));
  });
  admin.delete("/admin/users/:userId", async (request) => {
    const { id } = await namedUser(deps, request);
    await deleteUserByKey(deps, elsewhere, id);
    return {};
  });
}

function serveFactors(admin: FastifyInstance, deps: UsersDeps): void {
  admin.get("/admin/users/:userId/factors", async (request) => {
    const user = single(await presentUsers(deps.database, [await namedUser(deps, request)]));
    return user["factors"] ?? [];
  });
  admin.delete("/admin/users/:userId/factors/:factorId", async (request) => {
    const { id: userId } = await namedUser(deps, request);
    const { factorId = "" } = request.params as { factorId?: string };
    return presentFactor(await deleteFactorByKey(deps, { userId, factorId }));
  });
}

function servePasskeys(admin: FastifyInstance, deps: UsersDeps): void {
  admin.get("/admin/users/:userId/passkeys", async (request) =>
    listPasskeys(deps, (await namedUser(deps, request)).id),
  );
  admin.delete("/admin/users/:userId/passkeys/:passkeyId", async (request, reply) => {
    const { id: userId } = await namedUser(deps, request);
    const { passkeyId = "" } = request.params as { passkeyId?: string };
    await requirePasskey(deps, userId, passkeyId);
    await deleteFactorByKey(deps, { userId, factorId: passkeyId });
    return reply.code(204).send();
  });
}

/** Returns the user whose id is in the URL. Throws 404 `user_not_found`. */
async function namedUser(deps: UsersDeps, request: FastifyRequest): Promise<UserRow> {
  const { userId = "" } = request.params as { userId?: string };
  const user = isUuid(userId) ? await findUserById(deps.database, userId) : undefined;
  if (!user) throw userRefusals.user_not_found();
  return user;
}

function backOf(request: FastifyRequest): string | undefined {
  return queryText(request, "redirect_to");
}

/**
 * Creates a new key for signing access tokens. Supabase Auth has no such route. Times are Unix
 * seconds, as in tokens.
 */
async function rotateKey(deps: UsersDeps, { at_once: atOnce }: z.infer<typeof rotateKeyBody>) {
  const { kid, activeFrom, othersEndAt } = await rotateSigningKey(deps, { atOnce });
  return { kid, active_from: seconds(activeFrom), others_end_at: seconds(othersEndAt) };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

/**
 * Throws no_authorization or bad_jwt without a valid service key. Throws not_admin for a user's
 * token, even if the user is an administrator.
 */
async function requireServiceKey(
  deps: UsersDeps,
  authorization: string | undefined,
): Promise<void> {
  const fault = await faultOfServiceKey(deps, authorization);
  if (fault) throw asAuthError(fault);
}

function asAuthError(keyFault: ServiceKeyFault): AuthError {
  if (keyFault.fault === "missing") return new AuthError("no_authorization");
  if (keyFault.fault === "not_service") return new AuthError("not_admin", "User not allowed");
  const cause =
    "reason" in keyFault
      ? `unable to parse or verify signature, ${keyFault.reason}`
      : "this service key was replaced";
  return new AuthError("bad_jwt", `invalid JWT: ${cause}`);
}
