/** News of this installation, to everybody who switched Promotions & News on. The trail keeps the hash of its text. */
import { createHash } from "node:crypto";
import type { Caller } from "#api-schema/route";
import { announce } from "#notifications";
import { countAdministratorWrite, requireAdministrator } from "#users";
import { recordAudit } from "./audit/record-audit.ts";
import type { AdminParts } from "./parts.ts";

/** How many people it was sent to. */
export async function announceNews(
  parts: AdminParts,
  caller: Caller,
  news: { readonly title: string; readonly text: string },
): Promise<number> {
  const { title, text } = news;
  const actor = caller.userId;
  await countAdministratorWrite(parts, actor);
  const now = parts.clock.now();
  const userIds = await parts.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: actor, now });
    const sentTo = await announce(tx, { title, text, now });
    const sha256 = createHash("sha256").update(`${title}\n${text}`).digest("hex");
    await recordAudit(tx, {
      at: now,
      actor,
      action: "news.send",
      target: null,
      reason: null,
      before: {},
      after: { sha256, people: sentTo.length },
    });
    return sentTo;
  });
  for (const userId of userIds) parts.bus.publish("me", { userId, what: "mailbox" });
  return userIds.length;
}
