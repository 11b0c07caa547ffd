/** Posts a new rate of an earn product, and writes down who did it, why, and what was before. */
import type { Caller } from "#api-schema/route";
import { changeRate } from "#earn";
import { percentText } from "#economics";
import { countAdministratorWrite, requireAuthority } from "#users";
import { recordAudit } from "#audit";
import type { AdminParts } from "../office/parts.ts";

interface Change {
  readonly productId: string;
  readonly seenId: string;
  readonly apyPercent: string;
  readonly source: string;
  readonly reason: string;
}

export async function setRateByAdministrator(
  parts: AdminParts,
  caller: Caller,
  { reason, ...change }: Change,
): Promise<void> {
  const { database, clock, bus } = parts;
  const actor = caller.userId;
  await countAdministratorWrite(parts, actor);
  await database.transaction(async (tx) => {
    const now = clock.now();
    await requireAuthority(tx, parts, { caller, now });
    const { before, after } = await changeRate(tx, clock, { ...change, setBy: actor });
    const facts = (rate: typeof before) => ({
      version: rate.id,
      apyPercent: percentText(rate.apy),
    });
    await recordAudit(tx, {
      at: now,
      actor,
      action: "settings.rate",
      target: null,
      reason,
      before: facts(before),
      after: { ...facts(after), product: after.productId },
    });
  });
  bus.publish("terms", { what: "rates" });
}
