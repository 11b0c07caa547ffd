/** A letter from an administrator. The trail keeps the hash of its text: enough to prove what was written, no more. */
import { createHash } from "node:crypto";
import type { Caller } from "#api-schema/route";
import { deliver } from "#notifications";
import {
  announceChange,
  countAdministratorWrite,
  countLetterTo,
  lockedPerson,
  requireAdministrator,
} from "#users";
import { recordAudit } from "./audit/record-audit.ts";
import type { AdminParts } from "./parts.ts";
import { asUserId } from "./user-id.ts";

export async function writeToPerson(
  parts: AdminParts,
  caller: Caller,
  letter: { readonly userId: string; readonly subject: string; readonly text: string },
): Promise<void> {
  const userId = asUserId(letter.userId);
  const { subject, text } = letter;
  const actor = caller.userId;
  await countAdministratorWrite(parts, actor);
  await countLetterTo(parts, userId);
  const now = parts.clock.now();
  await parts.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: actor, now });
    await lockedPerson(tx, userId, now);
    await deliver(tx, {
      userId,
      template: "from_administrator",
      values: { subject, text },
      now,
    });
    const sha256 = createHash("sha256").update(`${subject}\n${text}`).digest("hex");
    await recordAudit(tx, {
      at: now,
      actor,
      action: "user.email",
      target: userId,
      reason: null,
      before: {},
      after: { sha256 },
    });
  });
  announceChange(parts, { userId });
}
