/** Sets prices, terms or limits, with an audit entry. */
import type { Caller } from "#api/route";
import { termTexts, waitingKind, type TermKind } from "#economics";
import { requirePayOpen, type PostedTerms } from "#platform";
import { countAdministratorWrite, requireAdministrator, requireAuthority } from "#users";
import { type AuditFacts, recordAudit } from "#audit";
import type { AdminDeps } from "../office/deps.ts";
import type { TermsChange } from "./posted-terms.ts";
import { notifyLimits } from "./notify-limits.ts";

interface Change extends Omit<TermsChange, "setBy"> {
  readonly reason: string;
}

/**
 * Kinds of terms that do not affect money. All others are prices, rates, fees or limits on money.
 */
const BESIDE_MONEY: ReadonlySet<TermKind> = new Set(["messages"]);

/**
 * Saves the terms. Throws `pay_waits`, and the refusals of `requireAuthority` and of posted terms.
 */
export async function setTermsByAdministrator(
  deps: AdminDeps,
  caller: Caller,
  { reason, ...change }: Change,
): Promise<void> {
  const { database, clock, bus } = deps;
  const { kind } = change;
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  const recipientIds = await database.transaction(async (tx) => {
    const now = clock.now();
    if (BESIDE_MONEY.has(kind)) await requireAdministrator(tx, { userId: actor, now });
    else await requireAuthority(tx, deps, { caller, now });
    await requirePayOpen(tx);
    const posting = { ...change, setBy: actor };
    const { before, after } = await deps.terms[kind].post(tx, clock, posting);
    await recordAudit(tx, {
      at: now,
      actor,
      action: "settings.terms",
      target: null,
      reason,
      ...differences(kind, before, after),
    });
    const waiting = waitingKind(kind);
    if (waiting === undefined) return [];
    const person = caller.email;
    return notifyLimits(tx, deps, { kind: waiting, before, after, person, reason, now });
  });
  bus.publish("terms", { what: "terms" });
  for (const userId of recipientIds) bus.publish("me", { userId, what: "mailbox" });
}

function differences(kind: TermKind, before: PostedTerms, after: PostedTerms) {
  const [was, is] = [termTexts(kind, before.values), termTexts(kind, after.values)];
  const changed = Object.keys(is).filter((name) => was[name] !== is[name]);
  const facts = ({ id }: PostedTerms, texts: typeof was): AuditFacts => ({
    version: id,
    ...Object.fromEntries(changed.map((name) => [name, texts[name] ?? ""])),
  });
  const about = { kind, subject: after.subject };
  return { before: facts(before, was), after: { ...about, ...facts(after, is) } };
}
