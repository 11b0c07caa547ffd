/**
 * POST /recover: mails a link to set a new password. Known and unknown addresses get the same answer in the same time: the
 * limit counts both, and the letter is written after the reply.
 */
import { z } from "zod";
import type { UsersParts } from "../../parts/users-parts.ts";
import { findUserByEmail, isBanned } from "../../people/users-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import { readChallenge, challengeFields } from "../wire/read-challenge.ts";
import { countLetter } from "../../mailed-links/mail-limit.ts";
import { limitMail } from "../wire/limit-mail.ts";
import { readEmail } from "../wire/request.ts";
import { sendLink } from "../../mailed-links/send-link.ts";

export const recoverBody = z.object({ email: z.string().nullish(), ...challengeFields });

/** Checks the request and returns what is left to do after the reply. */
export async function recover(
  parts: UsersParts,
  body: z.output<typeof recoverBody>,
  redirectTo: string | undefined,
): Promise<() => Promise<void>> {
  if (!body.email) throw new AuthError("validation_failed", "Password recovery requires an email");
  const email = readEmail(body.email);
  const challenge = readChallenge(body);
  const asked = { email, kind: "recovery" } as const;
  await limitMail(parts, asked);
  return async () => {
    const now = parts.clock.now();
    const user = await findUserByEmail(parts.database, email);
    if (!user || isBanned(user, now) || !(await countLetter(parts, asked))) return;
    await parts.database.transaction((tx) =>
      sendLink(tx, parts, { user, type: "recovery", redirectTo, challenge, now }),
    );
    parts.bus.publish("me", { userId: user.id, what: "mailbox" });
  };
}
