/**
 * Parses the user fields that the admin endpoints accept. The fields contain no rights, because
 * rights are stored only in the product's own table.
 */
import { z } from "zod";
import type { UsersDeps } from "../../deps/users-deps.ts";
import { HOUSE } from "../../passwords/password-hasher.ts";
import type { UserByKey } from "../../service-key/create-user-by-key.ts";
import type { ChangeByKey } from "../../service-key/update-user-by-key.ts";
import { AuthError } from "../wire/auth-error.ts";
import { assertGoodPassword, metadataSchema, readEmail } from "../wire/request.ts";
import { banEnd } from "./ban-duration.ts";

export const adminUserBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadataSchema.nullish(),
  app_metadata: metadataSchema.nullish(),
  ban_duration: z.string().nullish(),
  role: z.string().nullish(),
  aud: z.string().nullish(),
});

export type AdminUserBody = z.output<typeof adminUserBody>;

const ROLE = "authenticated";

/**
 * Reads the fields of a new user. Throws validation_failed, phone_provider_disabled or
 * weak_password.
 */
export async function readNewUser(deps: UsersDeps, body: AdminUserBody): Promise<UserByKey> {
  const { passwordHash = null, ...fields } = await readFields(deps, body, undefined);
  const isConfirmed = body.email_confirm === true;
  return { ...fields, passwordHash, isConfirmed, userMetadata: body.user_metadata ?? {} };
}

/**
 * Reads the fields of a change. Throws validation_failed, phone_provider_disabled or weak_password.
 */
export async function readChange(
  deps: UsersDeps,
  body: AdminUserBody,
  oldEmail: string,
): Promise<ChangeByKey> {
  const { email, ...fields } = await readFields(deps, body, oldEmail);
  return {
    ...fields,
    // Set only if the request contains an address. Otherwise this change could undo a concurrent
    // change by the owner.
    email: body.email ? email : undefined,
    isConfirmed: body.email_confirm === true,
    userMetadata: body.user_metadata ?? undefined,
  };
}

/** Reads the fields of a request. Without an address in the request, `oldEmail` is used. */
async function readFields(
  { clock, hasher }: UsersDeps,
  body: AdminUserBody,
  oldEmail: string | undefined,
) {
  if (body.phone) throw new AuthError("phone_provider_disabled");
  if (body.role && body.role !== ROLE)
    throw new AuthError("validation_failed", `The only role here is "${ROLE}"`);
  const email = body.email ? readEmail(body.email) : oldEmail;
  if (email === undefined)
    throw new AuthError(
      "validation_failed",
      "Cannot create a user without either an email or phone",
    );
  const now = clock.now();
  const bannedUntil = body.ban_duration ? banEnd(body.ban_duration, now) : undefined;
  if (body.password) assertGoodPassword(body.password, email);
  const passwordHash = body.password ? await hasher.hash(HOUSE, body.password) : undefined;
  return { email, passwordHash, bannedUntil, appMetadata: body.app_metadata ?? undefined, now };
}
