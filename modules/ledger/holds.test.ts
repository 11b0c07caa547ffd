import { expect, test } from "vitest";
import {
  heldSql,
  heldFrom,
  outsideAccount,
  postAll,
  userAccount,
  type HeldRow,
  type Transfer,
} from "#ledger";
import { newUuid } from "#platform";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";

const books = fileDatabase();

const heldFor = async (userId: string) => {
  const [row] = await books.database.query<HeldRow>(`select * from ${heldSql("$1")} as held`, [
    userId,
  ]);
  return row && heldFrom(row);
};
const post = (...legs: Transfer[]) => books.database.transaction((tx) => postAll(tx, legs));

test("open holds are summed by reason", async () => {
  const userId = await userWith(books.database, { sats: 10_000n });
  const available = userAccount(userId, "available", "BTC");
  const held = userAccount(userId, "held", "BTC");
  const hold = (amount: bigint, code: Transfer["code"]): Transfer => ({
    id: newUuid(),
    debit: available,
    credit: held,
    amount,
    code,
    kind: "pending",
  });
  expect(await heldFor(userId)).toEqual([]);

  const [open, ended, returned, part] = [
    hold(1_000n, "withdrawal_hold"),
    hold(500n, "withdrawal_hold"),
    hold(300n, "withdrawal_hold"),
    hold(600n, "earn_principal_hold"),
  ] as const;
  await post(open, ended, returned, part);
  const chain = outsideAccount("chain");
  const end = { id: newUuid(), debit: held, credit: chain, code: "withdrawal" } as const;
  await post({ ...end, amount: 500n, kind: "post", pendingId: ended.id });
  const back = { id: newUuid(), debit: held, credit: available, code: "withdrawal_void" } as const;
  await post({ ...back, amount: 300n, kind: "void", pendingId: returned.id });
  expect(await heldFor(userId)).toEqual([
    { code: "withdrawal_hold", amountSats: 1_000n },
    { code: "earn_principal_hold", amountSats: 600n },
  ]);
});
