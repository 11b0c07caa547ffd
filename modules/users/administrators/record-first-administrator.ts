/**
 * Writes the first administrator to the audit log. The actor is the user who opened the set-up
 * link, or the operator who configured the user in the settings.
 */
import { OPERATOR_ACTOR, recordAudit } from "#audit";
import type { DatabaseTransaction } from "#platform";

const REASONS = { link: "By the set-up link", settings: "By the server settings" } as const;

interface First {
  readonly userId: string;
  readonly by: keyof typeof REASONS;
  readonly at: Date;
}

/** Runs in the transaction that gives the role. */
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
