/**
 * Sends a message from an administrator to a user. The audit log stores only the text's hash, which
 * is enough to verify the text later.
 */
import { createHash } from "node:crypto";
import type { Caller } from "#api/route";
import { deliver } from "#notifications";
import { newUuid } from "#platform";
import {
  publishChange,
  countAdministratorWrite,
  countMessageTo,
  requireLockedPerson,
  requireAdministrator,
} from "#users";
import { recordAudit } from "#audit";
import type { AdminDeps } from "../office/deps.ts";
import { answerOfSending, sendOnce } from "../news/send-once.ts";
import { asUserId } from "../office/user-id.ts";

export interface MessageToPerson {
  readonly userId: string;
  readonly subject: string;
  readonly text: string;
  /**
   * Id chosen by the client to recognise repeated requests. Without it, every request is a separate
   * message.
   */
  readonly requestId?: string | undefined;
}

const SENT = { isSent: true } as const;

/**
 * Sends the message. Requests with the same `requestId` send and count only one message. Throws 422
 * if the id was used for a different message.
 */
export async function writeToPerson(
  deps: AdminDeps,
  caller: Caller,
  message: MessageToPerson,
): Promise<typeof SENT> {
  const userId = asUserId(message.userId);
  const { subject, text, requestId = newUuid() } = message;
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  const sending = { sender: actor, requestId, words: ["message", userId, subject, text] };
  const earlier = await answerOfSending<typeof SENT>(deps.database, sending);
  if (earlier) return earlier;
  await countMessageTo(deps, userId);
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: actor, now });
    await requireLockedPerson(tx, userId, now);
    await sendOnce(tx, { ...sending, now }, async () => {
      const values = { subject, text };
      await deliver(tx, { userId, template: "from_administrator", values, now });
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
      return SENT;
    });
  });
  publishChange(deps, { userId });
  return SENT;
}
