import { expect, test } from "vitest";
import { asSuperuser, fileDatabase } from "../../test/support/servers/database.ts";
import { deleteInBatches } from "./delete-in-batches.ts";

const books = fileDatabase();

test("all matching rows are deleted, whatever the batch size", async () => {
  await asSuperuser(books.database, async (database) => {
    await database.query("create table old_rows as select generate_series(1, 23) as day");
    await deleteInBatches(database, "old_rows", { where: "day <= $1", values: [20], rowsMax: 7 });
    expect(await database.query("select day from old_rows order by day")).toEqual([
      { day: 21 },
      { day: 22 },
      { day: 23 },
    ]);
  });
});
