/** Handles POST /admin/generate_link and POST /invite. */
import { z } from "zod";
import type { Side } from "../../mailed-links/email-change-table.ts";
import { allowedRedirect } from "../../mailed-links/mailed-link.ts";
import type { LinkType } from "../../mailed-links/send-link.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import { HOUSE } from "../../passwords/password-hasher.ts";
import { handOutLink, inviteByKey } from "../../service-key/hand-out-link.ts";
import { AuthError } from "../wire/auth-error.ts";
import { assertGoodPassword, metadataSchema, readEmail } from "../wire/request.ts";
import { presentUsers, single } from "./present-users.ts";

export const generateLinkBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
  redirect_to: z.string().nullish(),
  /** Used only to change the address. */
  new_email: z.string().nullish(),
});

export const inviteBody = z.object({ email: z.string().nullish(), data: metadataSchema.nullish() });

const TYPES = [
  "signup",
  "magiclink",
  "recovery",
  "invite",
  "email_change_current",
  "email_change_new",
] as const satisfies readonly (LinkType | Side)[];

export async function generateLink(
  deps: UsersDeps,
  body: z.output<typeof generateLinkBody>,
  redirectTo: string | undefined,
) {
  const type = TYPES.find((one) => one === body.type);
  if (type === undefined)
    throw new AuthError(
      "validation_failed",
      `Invalid email action link type requested: ${(body.type ?? "").slice(0, 40)}`,
    );
  const email = readEmail(body.email ?? "");
  if (body.password) assertGoodPassword(body.password, email);
  const passwordHash = body.password ? await deps.hasher.hash(HOUSE, body.password) : null;
  const now = deps.clock.now();
  const back = body.redirect_to ?? redirectTo;
  const link = isSide(type) ? { type, newEmail: readEmail(body.new_email ?? "") } : { type };
  const request = { email, passwordHash, metadata: body.data ?? {}, redirectTo: back, link, now };
  const { user, issued } = await handOutLink(deps, request);
  return {
    ...single(await presentUsers(deps.database, [user])),
    action_link: issued.link,
    email_otp: issued.code,
    hashed_token: issued.token,
    verification_type: type,
    redirect_to: (allowedRedirect(deps, back) ?? new URL(deps.siteUrl)).href,
  };
}

function isSide(type: LinkType | Side): type is Side {
  return type === "email_change_current" || type === "email_change_new";
}

export async function invite(
  deps: UsersDeps,
  body: z.output<typeof inviteBody>,
  redirectTo: string | undefined,
) {
  const email = readEmail(body.email ?? "");
  const request = { email, metadata: body.data ?? {}, redirectTo, now: deps.clock.now() };
  return single(await presentUsers(deps.database, [await inviteByKey(deps, request)]));
}
