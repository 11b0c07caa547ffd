/**
 * Recomputes all payouts of measured work, newest first. Checks three things:
 * - Each payout agrees with its own inputs.
 * - Each payout starts with the carry of the previous one.
 * - The work of each day is covered without gaps.
 *
 * Yields to the browser every few milliseconds so that the page stays responsive.
 */
import { checkWork, type WorkStatement } from "./work-check.ts";

const TURN_MS = 8;

export interface Recomputed {
  readonly payouts: number;
  readonly lines: number;
  readonly paidSats: bigint;
  /** Numbers of the payouts that are wrong, newest first. */
  readonly wrong: readonly number[];
}

interface Page {
  readonly items: readonly WorkStatement[];
  readonly nextCursor: string | null;
}

export async function recompute(
  load: (cursor: string | undefined) => Promise<Page>,
  onProgress: (payouts: number) => void,
): Promise<Recomputed> {
  const wrong = new Set<number>();
  let [payouts, lines, paidSats] = [0, 0, 0n];
  const begun = new Map<string, Begun>();
  let newer: WorkStatement | undefined;
  let cursor: string | undefined;
  let turnEndsAt = performance.now() + TURN_MS;
  do {
    // Pages cannot be read in parallel, because each page contains the cursor of the next one.
    // oxlint-disable-next-line no-await-in-loop
    const page = await load(cursor);
    for (const statement of page.items) {
      if (!checkWork(statement).addsUp) wrong.add(statement.number);
      if (newer && !follows(newer, statement)) wrong.add(newer.number);
      for (const number of gapsBefore(statement, begun)) wrong.add(number);
      newer = statement;
      payouts += 1;
      lines += statement.lines.length;
      paidSats += BigInt(statement.payoutSats);
      if (performance.now() < turnEndsAt) continue;
      onProgress(payouts);
      // oxlint-disable-next-line no-await-in-loop
      await nextTurn();
      turnEndsAt = performance.now() + TURN_MS;
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  if (newer && !isFirst(newer)) wrong.add(newer.number);
  for (const { number, atMicros } of begun.values()) if (atMicros !== "0") wrong.add(number);
  return { payouts, lines, paidSats, wrong: [...wrong] };
}

function follows(later: WorkStatement, earlier: WorkStatement): boolean {
  return (
    later.number === earlier.number + 1 && later.carryBeforeNanosats === earlier.carryAfterNanosats
  );
}

/** Start of the oldest line seen so far, for one day and one set of reference values. */
interface Begun {
  readonly number: number;
  readonly atMicros: string;
}

/**
 * Returns the numbers of newer payouts whose work does not start at the end of this payout's work,
 * and adds this payout's lines to `begun`.
 */
function gapsBefore(statement: WorkStatement, begun: Map<string, Begun>): number[] {
  const gaps: number[] = [];
  for (const { day, referenceId, workBeforeMicros, workAfterMicros } of statement.lines) {
    const stretch = `${day} ${referenceId}`;
    const later = begun.get(stretch);
    if (later && later.atMicros !== workAfterMicros) gaps.push(later.number);
    begun.set(stretch, { number: statement.number, atMicros: workBeforeMicros });
  }
  return gaps;
}

function isFirst({ number, carryBeforeNanosats }: WorkStatement): boolean {
  return number === 1 && carryBeforeNanosats === "0";
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
