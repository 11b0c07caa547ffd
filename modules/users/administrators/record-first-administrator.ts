/**
 * Records the first administrator in the audit log. The actor is the user who opened the set-up
 * link, or the operator who configured the administrator.
 */
import { OPERATOR_ACTOR, recordAudit } from "#audit";
import type { DatabaseTransaction } from "#platform";

const REASONS = { link: "By the set-up link", settings: "By the server settings" } as const;

interface First {
  readonly userId: string;
  readonly by: keyof typeof REASONS;
  readonly at: Date;
}

/** Writes the entry. Runs in the transaction that grants the role. */
export async function recordFirstAdministrator(
  tx: DatabaseTransaction,
  { userId, by, at }: First,
): Promise<void> {
  await recordAudit(tx, {
    at,
    actor: by === "link" ? userId : OPERATOR_ACTOR,
    action: "user.first_administrator",
    target: userId,
    reason: REASONS[by],
    before: { isAdmin: false },
    after: { isAdmin: true },
  });
}
