/** Tests that a transaction's first statement is sent with its BEGIN and never runs without it. */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { Outage } from "../errors/refusal.ts";
import { openDatabase } from "./database.ts";

const db = fileDatabase({ asSuperuser: true });
const INSERT = "insert into platform_migrations (room, file, checksum) values ($1, $2, '')";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function openOne(url: string) {
  const database = openDatabase(url, { connectionsMax: 1 });
  closing.push(() => database.close());
  return database;
}

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const READY = message("Z", Buffer.from("I"));
const WELCOME = Buffer.concat([message("R", Buffer.alloc(4)), READY]);
const CANCELLED = message("E", Buffer.from("SERROR\0C57014\0Mcanceled\0\0"));

/**
 * Starts a fake PostgreSQL server that cancels every statement, with one response per Sync. `heard`
 * lists the message types up to each Sync, or the text of a simple query.
 */
async function startCancelling() {
  const heard: string[] = [];
  const talk = (socket: Socket) => {
    let bytes = Buffer.alloc(0);
    let types: string | undefined;
    socket.on("error", () => undefined);
    socket.on("data", (more: Buffer) => {
      bytes = Buffer.concat([bytes, more]);
      for (;;) {
        const head = types === undefined ? 0 : 1;
        if (bytes.length < head + 4) return;
        const end = head + bytes.readInt32BE(head);
        if (bytes.length < end) return;
        const type = bytes.toString("latin1", 0, head);
        const text = bytes.toString("latin1", head + 4, end - 1);
        bytes = bytes.subarray(end);
        if (types === undefined) {
          types = "";
          socket.write(WELCOME);
        } else if (type === "Q") {
          heard.push(text);
          socket.write(Buffer.concat([message("C", Buffer.from(`${text}\0`)), READY]));
        } else {
          types += type;
          if (type !== "S") continue;
          heard.push(types);
          types = "";
          socket.write(Buffer.concat([CANCELLED, READY]));
        }
      }
    });
  };
  const server = createServer(talk);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://ann@127.0.0.1:${port}/books`, heard };
}

test("a cancelled BEGIN also cancels all statements of the transaction", async () => {
  const { url, heard } = await startCancelling();
  const queries: unknown[] = [];
  const work = openOne(url).transaction(async (tx) => {
    const both = [tx.query("insert into purse values ($1)", [1]), tx.query("select 2")];
    for (const { status } of await Promise.allSettled(both)) queries.push(status);
    await tx.query("insert into purse values ($1)", [3]);
  });
  await expect(work).rejects.toBeInstanceOf(Outage);
  expect(queries).toEqual(["rejected", "rejected"]);
  // The client sends parse, bind and execute for BEGIN, then for the statement, then one Sync.
  expect(heard).toEqual(["PBEPBDES", "rollback"]);
});

test("a transaction with a single final statement takes one round trip", async () => {
  const { url, heard } = await startCancelling();
  const ask = (statements: number) =>
    openOne(url).transaction(async (tx) => {
      for (let n = 0; n < statements; n += 1) tx.atCommit("insert into purse values ($1)", [n]);
    });
  await expect(ask(1)).rejects.toBeInstanceOf(Outage);
  // A commit without BEGIN writes nothing.
  expect(heard.splice(0)).toEqual(["PBEPBDES", "commit", "rollback"]);
  await expect(ask(2)).rejects.toBeInstanceOf(Outage);
  expect(heard).toEqual(["begin", "PBDES", "PBDES", "commit", "rollback"]);
});

test("a transaction without statements sends nothing", async () => {
  const { url, heard } = await startCancelling();
  expect(await openOne(url).transaction(async () => 7)).toBe(7);
  await expect(
    openOne(url).transaction(async () => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(heard).toEqual([]);
});

test("concurrent statements all run inside the transaction", async () => {
  const failing = db.database.transaction(async (tx) => {
    await Promise.all(["1", "2", "3"].map((name) => tx.query(INSERT, ["begun", name])));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const rows = await db.database.query("select 1 from platform_migrations where room = 'begun'");
  expect(rows).toEqual([]);
});

test("a syntax error in the first statement is reported on every attempt", async () => {
  const database = openOne(db.url);
  const ask = () =>
    database.transaction((tx) => tx.query("select id from later where id = $1", [5]));
  for (let attempt = 0; attempt < 8; attempt += 1)
    await expect(ask()).rejects.toMatchObject({ code: "42P01" });
  await db.database.query("create table later as select 5 as id");
  for (let attempt = 0; attempt < 8; attempt += 1) expect(await ask()).toEqual([{ id: 5 }]);
  const prepared = await database.query("select statement from pg_prepared_statements");
  expect(prepared).toEqual([{ statement: "select id from later where id = $1" }]);
  await db.database.query("drop table later");
});

test("a transaction whose first statement fails writes nothing", async () => {
  const twice = db.database.transaction(async (tx) => {
    const first = tx.query("select 1 / $1::int", [0]);
    await expect(first).rejects.toMatchObject({ code: "22012" });
    await tx.query(INSERT, ["failed", "1"]);
  });
  await expect(twice).rejects.toMatchObject({ code: "25P02" });
});
