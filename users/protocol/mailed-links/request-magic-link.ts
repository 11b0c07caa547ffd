/**
 * POST /otp and /magiclink: mails a link and a code to sign in with, and opens an account for an address that has none
 * unless told not to. The answer is the same in every case; account and letter are made after the reply.
 */
import { z } from "zod";
import { createUser } from "../../people/create-user.ts";
import { assertMetadataFits, withoutClaims } from "../../people/metadata.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { findUserByEmail, type UserRow, isBanned } from "../../people/users-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import { readChallenge, challengeFields } from "../wire/read-challenge.ts";
import { countLetter } from "../../mailed-links/mail-limit.ts";
import { limitMail } from "../wire/limit-mail.ts";
import { metadataSchema, readEmail } from "../wire/request.ts";
import { sendLink } from "../../mailed-links/send-link.ts";
import { isUnclaimed, limitSignUps } from "../accounts/sign-up.ts";

export const magicLinkBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: metadataSchema.nullish(),
  ...challengeFields,
});

/** Checks the request and returns what is left to do after the reply. */
export async function requestMagicLink(
  parts: UsersParts,
  body: z.output<typeof magicLinkBody>,
  redirectTo: string | undefined,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  if (body.phone) throw new AuthError("phone_provider_disabled", "Unsupported phone provider");
  if (!body.email) throw new AuthError("validation_failed", "One of email or phone must be set");
  const email = readEmail(body.email);
  const challenge = readChallenge(body);
  // After the reply nobody could be told.
  if (body.data) assertMetadataFits(withoutClaims(body.data));
  const asked = { email, kind: "magiclink" } as const;
  await limitMail(parts, asked);
  const mayCreate = body.create_user ?? true;
  // Counted also where there is an account: the limit must not tell which is the case.
  if (mayCreate) await limitSignUps(parts, visitor);
  return async () => {
    const now = parts.clock.now();
    const user =
      (await findUserByEmail(parts.database, email)) ??
      (mayCreate ? await openAccount(parts, { email, now }) : undefined);
    if (!user || isBanned(user, now) || !(await countLetter(parts, asked))) return;
    // Whoever asks is nobody yet: what he says becomes the account's with the link that he asked for, if that is the one used.
    const metadata = isUnclaimed(user) ? (body.data ?? undefined) : undefined;
    await parts.database.transaction((tx) =>
      sendLink(tx, parts, { user, type: "magiclink", redirectTo, challenge, metadata, now }),
    );
    parts.bus.publish("me", { userId: user.id, what: "mailbox" });
  };
}

/** Not confirmed until the link or the code is used. */
function openAccount(
  parts: UsersParts,
  account: { email: string; now: Date },
): Promise<UserRow | undefined> {
  return parts.database.transaction((tx) =>
    createUser(tx, parts, { ...account, passwordHash: null, metadata: {}, isConfirmed: false }),
  );
}
