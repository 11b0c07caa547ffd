/** Sets a new rate for an earn product, with an audit entry. */
import type { Caller } from "#api/route";
import { changeRate } from "#earn";
import { percentText } from "#economics";
import { requirePayOpen } from "#platform";
import { changeWithAuthority } from "../office/change-with-authority.ts";
import type { AdminDeps } from "../office/deps.ts";

interface Change {
  readonly productId: string;
  readonly seenId: string;
  readonly apyPercent: string;
  readonly source: string;
  readonly reason: string;
}

/** Saves the rate. Throws `pay_waits`, and the refusals for rates. */
export async function setRateByAdministrator(
  deps: AdminDeps,
  caller: Caller,
  { reason, ...change }: Change,
): Promise<void> {
  const setBy = caller.userId;
  await changeWithAuthority(deps, caller, {
    action: "settings.rate",
    reason,
    make: async (tx) => {
      await requirePayOpen(tx);
      const { before, after } = await changeRate(tx, deps.clock, { ...change, setBy });
      const facts = (rate: typeof before) => ({
        version: rate.id,
        apyPercent: percentText(rate.apy),
      });
      return { before: facts(before), after: { ...facts(after), product: after.productId } };
    },
  });
  deps.bus.publish("terms", { what: "rates" });
}
