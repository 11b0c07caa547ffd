/**
 * Records in the audit log that an administrator viewed a user's page or one of its lists, at most
 * once an hour per administrator and user. The user can see these entries.
 */
import type { Caller } from "#api/route";
import { hasEntrySince, lockAudit, recordAudit } from "#audit";
import type { AdminDeps } from "../office/deps.ts";

const VIEW_PAUSE_MS = 3_600_000;

interface View {
  readonly actor: string;
  readonly target: string;
}

/**
 * Returns a function that resolves once the view is in the audit log. Concurrent requests for lists
 * of the same page share one entry. If the entry cannot be written, the error is logged and the
 * page is still shown.
 */
export function viewRecorder(deps: Pick<AdminDeps, "database" | "clock" | "log">) {
  const underway = new Map<string, Promise<void>>();
  return (caller: Caller, target: string): Promise<void> => {
    const actor = caller.userId;
    if (actor === target) return Promise.resolve();
    const key = `${actor} ${target}`;
    const first = underway.get(key);
    if (first) return first;
    const view = recordView(deps, { actor, target })
      .catch((error: unknown) =>
        deps.log.error({ error, actor, target }, "a view of a user was not recorded"),
      )
      .finally(() => underway.delete(key));
    underway.set(key, view);
    return view;
  };
}

async function recordView(
  { database, clock }: Pick<AdminDeps, "database" | "clock">,
  view: View,
): Promise<void> {
  const at = clock.now();
  const event = { ...view, action: "user.view" as const };
  const lately = { ...event, since: new Date(at.getTime() - VIEW_PAUSE_MS) };
  if (await hasEntrySince(database, lately)) return;
  await database.transaction(async (tx) => {
    await lockAudit(tx);
    // Check under the lock, because another process may have written an entry.
    if (await hasEntrySince(tx, lately)) return;
    await recordAudit(tx, { ...event, at, reason: null, before: {}, after: {} });
  });
}
