/** Sets new reference values, with an audit entry. */
import type { Caller } from "#api/route";
import { REFERENCE_FIELD_NAMES, type ReferenceField, type ReferenceTexts } from "#economics";
import { requirePayOpen } from "#platform";
import { changeReferenceValues, referenceTexts, type ReferenceValues } from "#treasury";
import type { AuditFacts } from "#audit";
import { changeWithAuthority } from "../office/change-with-authority.ts";
import type { AdminDeps } from "../office/deps.ts";

interface Change {
  readonly seenId: string;
  readonly values: ReferenceTexts;
  readonly source: string;
  readonly reason: string;
}

/** Saves the values. Throws `pay_waits`, and the refusals for reference values. */
export async function setReferenceValuesByAdministrator(
  deps: AdminDeps,
  caller: Caller,
  { seenId, values: next, source, reason }: Change,
): Promise<void> {
  const change = { seenId, next, source, setBy: caller.userId };
  await changeWithAuthority(deps, caller, {
    action: "settings.reference",
    reason,
    make: async (tx) => {
      await requirePayOpen(tx);
      const { before, after } = await changeReferenceValues(tx, deps.clock, change);
      return differences(before, after);
    },
  });
  deps.bus.publish("terms", { what: "reference" });
}

function differences(before: ReferenceValues, after: ReferenceValues) {
  const [was, is] = [referenceTexts(before), referenceTexts(after)];
  const changed = REFERENCE_FIELD_NAMES.filter((name) => was[name] !== is[name]);
  const facts = (id: string, texts: ReferenceTexts): AuditFacts => ({
    version: id,
    ...Object.fromEntries(changed.map((name: ReferenceField) => [name, texts[name]])),
  });
  return { before: facts(before.id, was), after: facts(after.id, is) };
}
