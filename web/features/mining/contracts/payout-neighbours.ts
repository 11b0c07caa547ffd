/** Checks that a contract's statements continue each other without a gap. */
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";

export type Statement = ApiAnswer<"listStatements">["items"][number];

/**
 * Returns the statements whose time or carry does not continue the previous statement of the same
 * contract. `statements` must be newest first.
 */
export function wrongNeighbours(statements: readonly Statement[]): ReadonlySet<Statement> {
  const wrong = new Set<Statement>();
  const laterOf = new Map<string, Statement>();
  for (const earlier of statements) {
    const later = laterOf.get(earlier.contractId);
    if (later && !isOfDay(later, earlier) && !follows(later, earlier)) wrong.add(later);
    laterOf.set(earlier.contractId, earlier);
  }
  return wrong;
}

/**
 * True if `day` is the combined statement that includes `later`. Both statements can be loaded if
 * the server combined the day between two page loads.
 */
function isOfDay(later: Statement, day: Statement): boolean {
  return (
    later.compactedAt === null &&
    day.compactedAt !== null &&
    Date.parse(later.from) >= Date.parse(day.from) &&
    Date.parse(later.to) <= Date.parse(day.to)
  );
}

function follows(later: Statement, earlier: Statement): boolean {
  return (
    Date.parse(later.from) >= Date.parse(earlier.to) &&
    later.carryBeforeNanosats === earlier.carryAfterNanosats &&
    later.power?.prepaidBeforeNanosats === earlier.power?.prepaidAfterNanosats
  );
}
