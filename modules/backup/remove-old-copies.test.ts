/** Tests which backups are kept, and that backups of other installations are never removed. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskFolder, removeFolder } from "../../test/support/servers/scratch-folder.ts";
import { sealKeys } from "./copy/key-file.ts";
import { beyondDays, beyondWeeks, removeOldCopies } from "./remove-old-copies.ts";

const DAY_MS = 86_400_000;
/** Time of the newest backup, a Wednesday. */
const NOW = Date.parse("2026-11-25T03:15:00Z");
const copyAt = (time: number) => {
  const createdAt = new Date(time).toISOString();
  return { folder: createdAt.slice(0, 10), createdAt };
};

const copiesToRemove = (copies: readonly ReturnType<typeof copyAt>[], newest: string) =>
  beyondWeeks(beyondDays(copies, newest));

test("nightly backups are kept for seven days, then one per week for four weeks", () => {
  let copies = [copyAt(NOW - 100 * DAY_MS)];
  for (let day = 99; day >= 0; day -= 1) {
    const made = copyAt(NOW - day * DAY_MS);
    const gone = new Set(copiesToRemove([...copies, made], made.folder));
    copies = [...copies, made].filter((copy) => !gone.has(copy));
  }
  const days = ["01", "08", "15", "17", "18", "19", "20", "21", "22", "23", "24", "25"];
  expect(copies.map(({ folder }) => folder)).toEqual(days.map((day) => `2026-11-${day}`));
});

test("old backups are kept after a long pause between backups", () => {
  const copies = [400, 200, 100, 50, 0, -300].map((days) => copyAt(NOW - days * DAY_MS));
  expect(copiesToRemove(copies, "2026-11-25")).toEqual([]);
});

test("only backups with this passphrase and wallet are counted or removed", async () => {
  const place = diskFolder();
  const keysOf = (xpub: string, passphrase: string, sealsManifest = false) => {
    const numbers = { received: 1, change: 1, receiveBranches: [] };
    const wallet = { sealedSeed: Buffer.alloc(1), xpub, ...numbers };
    const seal = { copyKey: Buffer.alloc(32), sealsManifest };
    const keys = { network: "regtest", ...seal, files: {}, wallet } as const;
    return sealKeys(keys, passphrase);
  };
  const own = await keysOf("tpub1", "correct horse battery");
  const write = (name: string, days: number, keys = own) => {
    mkdirSync(join(place, name));
    writeFileSync(join(place, name, "keys.sealed"), keys);
    writeFileSync(join(place, name, "database.sealed"), "");
    const file = (one: string) => ({ name: one, bytes: 0, sha256: "0".repeat(64) });
    const createdAt = new Date(NOW - days * DAY_MS).toISOString();
    const manifest = {
      what: "copy of a Hashfloor",
      version: 1,
      createdAt,
      network: "regtest",
      database: { kind: "cluster", postgres: "18", schema: [] },
      files: [file("database.sealed"), file("keys.sealed")],
      check: { at: createdAt, auditEntries: 0 },
    };
    writeFileSync(join(place, name, "manifest.json"), JSON.stringify(manifest));
  };
  for (const days of [9, 16, 23, 30]) write(`of-${days}-days`, days);
  write("old", 37);
  const ofAnotherWallet = await keysOf("tpub2", "correct horse battery");
  const ofAnotherPassphrase = await keysOf("tpub1", "another passphrase");
  write("of-another-wallet", 37, ofAnotherWallet);
  write("of-another-passphrase", 37, ofAnotherPassphrase);
  // This backup of another installation is newer than this installation's backup of the same week.
  write("of-another-wallet-this-month", 8.5, ofAnotherWallet);
  write("of-another-passphrase-this-month", 15.5, ofAnotherPassphrase);
  // The manifest has no valid seal, as if its time had been changed.
  write("of-changed-time", 44, await keysOf("tpub1", "correct horse battery", true));
  mkdirSync(join(place, "no-copy"));
  writeFileSync(join(place, "note"), "");
  write("new", 0);
  const before = readdirSync(place);
  const removed = await removeOldCopies(join(place, "new"), "correct horse battery");
  expect(removed).toEqual([join(place, "old")]);
  expect(readdirSync(place)).toEqual(before.filter((name) => name !== "old"));
  removeFolder(place);
});
