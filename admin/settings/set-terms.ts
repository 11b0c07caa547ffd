/** Posts a price, terms or limits, and writes down who did it, why, and what was before. */
import type { Caller } from "#api-schema/route";
import { termTexts, type TermKind } from "#economics";
import type { PostedTerms } from "#platform";
import { countAdministratorWrite, requireAdministrator, requireSecondFactor } from "#users";
import type { AuditFacts } from "../audit/audit-hash.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { AdminParts } from "../parts.ts";
import { termsTableOf, type TermsChange } from "./posted-terms.ts";

interface Change extends Omit<TermsChange, "setBy"> {
  readonly reason: string;
}

/** Who has to look at withdrawals, and what the treasury gives away, are decisions over money. */
const OVER_MONEY: ReadonlySet<TermKind> = new Set(["review", "faucet"]);

/** Throws 403 `second_factor_required` for those, and the refusals of posted terms. */
export async function setTermsByAdministrator(
  parts: AdminParts,
  caller: Caller,
  { reason, ...change }: Change,
): Promise<void> {
  const { database, clock, bus } = parts;
  const { kind } = change;
  const actor = caller.userId;
  if (OVER_MONEY.has(kind)) requireSecondFactor(caller);
  await countAdministratorWrite(parts, actor);
  await database.transaction(async (tx) => {
    const now = clock.now();
    await requireAdministrator(tx, { userId: actor, now });
    const posting = { ...change, setBy: actor };
    const { before, after } = await termsTableOf[kind].post(tx, clock, posting);
    await recordAudit(tx, {
      at: now,
      actor,
      action: "settings.terms",
      target: null,
      reason,
      ...differences(kind, before, after),
    });
  });
  bus.publish("terms", { what: "terms" });
}

/** What it is about, the versions' ids and what differs between them. */
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
