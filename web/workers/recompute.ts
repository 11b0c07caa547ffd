/**
 * Adds all payouts of measured work up again, from the newest to the first: each by itself, and
 * that each begins where the one before ended. In short turns, so that the page stays usable.
 */
import { checkWork, type WorkStatement } from "./work-check.ts";

const TURN_MS = 8;

export interface Recomputed {
  readonly payouts: number;
  readonly lines: number;
  readonly paidSats: bigint;
  /** Numbers of the payouts that do not add up, the newest first. */
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
  let newer: WorkStatement | undefined;
  let cursor: string | undefined;
  let turnEndsAt = performance.now() + TURN_MS;
  do {
    // Each page names the next one.
    // oxlint-disable-next-line no-await-in-loop
    const page = await load(cursor);
    for (const statement of page.items) {
      if (!checkWork(statement).addsUp) wrong.add(statement.number);
      if (newer && !follows(newer, statement)) wrong.add(newer.number);
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
  return { payouts, lines, paidSats, wrong: [...wrong] };
}

function follows(later: WorkStatement, earlier: WorkStatement): boolean {
  return (
    later.number === earlier.number + 1 &&
    later.carryBeforeNanosats === earlier.carryAfterNanosats &&
    later.lines.every((line) => {
      const before = earlier.lines.find(
        ({ day, referenceId }) => day === line.day && referenceId === line.referenceId,
      );
      return before === undefined || before.workAfterMicros === line.workBeforeMicros;
    })
  );
}

function isFirst({ number, carryBeforeNanosats }: WorkStatement): boolean {
  return number === 1 && carryBeforeNanosats === "0";
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
