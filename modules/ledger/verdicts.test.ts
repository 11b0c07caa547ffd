import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { ledgerProblemSql, readVerificationStart, writeVerdict } from "./verdicts.ts";
import type { Problem } from "./verify.ts";

const db = fileDatabase();
const WRONG = [
  { check: "balance", subject: "x", expected: "1", found: "2" },
] as unknown as Problem[];

async function problem(): Promise<string | null | undefined> {
  const [row] = await db.database.query<{ problem: string | null }>(
    `select ${ledgerProblemSql} as problem`,
  );
  return row?.problem;
}

test.each(["new", "whole"] as const)(
  "a failed %s verification is cleared only by a later full verification",
  async (scope) => {
    const early = await readVerificationStart(db.database);
    await writeVerdict(db.database, scope, WRONG);
    await writeVerdict(db.database, "whole", [], early);
    expect(await problem()).toContain("1 problems");
    await writeVerdict(db.database, "whole", [], await readVerificationStart(db.database));
    expect(await problem()).toBeNull();
  },
);
