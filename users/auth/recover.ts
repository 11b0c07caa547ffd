/**
 * POST /recover: mails a link to set a new password. Known and unknown addresses get the same answer in the same time: the
 * limit counts both, and the letter is written after the reply.
 */
import { z } from "zod";
import type { UsersParts } from "../parts.ts";
import { findUserByEmail } from "../users-table.ts";
import { AuthError } from "./auth-error.ts";
import { challengeFields, readChallenge } from "./code-challenge.ts";
import { countLetter, limitMail } from "./mail-limit.ts";
import { normalEmail } from "./request.ts";
import { isBanned } from "./require-session.ts";
import { sendLink } from "./send-link.ts";

export const recoverBody = z.object({ email: z.string().nullish(), ...challengeFields });

/** Checks the request and returns what is left to do after the reply. */
export async function recover(
  parts: UsersParts,
  body: z.output<typeof recoverBody>,
  redirectTo: string | undefined,
): Promise<() => Promise<void>> {
  if (!body.email) throw new AuthError("validation_failed", "Password recovery requires an email");
  const email = normalEmail(body.email);
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
