/**
 * Mails a link to set a new password. Known and unknown addresses get the same answer in the same
 * time: the limit counts both, and the message is written after the reply.
 */
import type { UsersParts } from "../parts/users-parts.ts";
import { findUserByEmail, isBanned } from "../people/users-table.ts";
import type { CodeChallenge } from "./code-challenge.ts";
import { countMessage, limitMail } from "./mail-limit.ts";
import { sendLink } from "./send-link.ts";

interface Asked {
  readonly email: string;
  readonly challenge: CodeChallenge | undefined;
  readonly redirectTo: string | undefined;
}

/** Throws over_email_send_rate_limit. Returns what is left to do after the reply. */
export async function recover(
  parts: UsersParts,
  { email, challenge, redirectTo }: Asked,
): Promise<() => Promise<void>> {
  const asked = { email, kind: "recovery" } as const;
  await limitMail(parts, asked);
  return async () => {
    const now = parts.clock.now();
    const user = await findUserByEmail(parts.database, email);
    if (!user || isBanned(user, now) || !(await countMessage(parts, asked))) return;
    await parts.database.transaction((tx) =>
      sendLink(tx, parts, { user, type: "recovery", redirectTo, challenge, now }),
    );
    parts.bus.publish("me", { userId: user.id, what: "mailbox" });
  };
}
