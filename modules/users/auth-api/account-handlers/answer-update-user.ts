/** Handles PUT /user. */
import { z } from "zod";
import { updateUser } from "../../accounts/update-user.ts";
import { findFactors } from "../../factors/factors-table.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import type { Visitor } from "../../deps/visitor.ts";
import type { OpenedSession } from "../../sessions/open-session.ts";
import { AuthError } from "../wire/auth-error.ts";
import { presentUser, type UserJson } from "../wire/present-user.ts";
import { challengeFields, readChallenge } from "../wire/read-challenge.ts";
import { assertGoodPassword, metadataSchema, readEmail } from "../wire/request.ts";

export const updateUserBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  /** Code mailed by GET /reauthenticate. */
  nonce: z.string().max(20).nullish(),
  data: metadataSchema.nullish(),
  app_metadata: z.unknown().optional(),
  ...challengeFields,
});

export async function answerUpdateUser(
  deps: UsersDeps,
  signedIn: OpenedSession,
  body: z.output<typeof updateUserBody>,
  { visitor, redirectTo }: { readonly visitor: Visitor; readonly redirectTo: string | undefined },
): Promise<UserJson> {
  if (body.app_metadata !== undefined && body.app_metadata !== null)
    throw new AuthError("not_admin");
  if (body.phone) throw new AuthError("phone_provider_disabled");
  const email = body.email ? readEmail(body.email) : undefined;
  const challenge = readChallenge(body);
  if (body.password) assertGoodPassword(body.password, signedIn.user.email);
  const change = {
    email,
    password: body.password || undefined,
    currentPassword: body.current_password || undefined,
    nonce: body.nonce || undefined,
    metadata: body.data ?? undefined,
    challenge,
    redirectTo,
  };
  const { user, identities } = await updateUser(deps, signedIn, change, visitor);
  return presentUser(user, identities, await findFactors(deps.database, user.id));
}
