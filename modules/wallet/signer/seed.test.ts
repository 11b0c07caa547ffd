/**
 * Tests that the seed is decrypted with the signer's own key, regardless of the server's key file.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase, openMasterKey, StartError, systemClock, type Database } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { memoryFolder, removeFolder } from "../../../test/support/servers/scratch-folder.ts";
import { findKey } from "../chain/keys-table.ts";
import { openSeed } from "./seed.ts";

const NETWORK = "regtest";
const PLACE = { table: "wallet_keys", row: NETWORK, column: "sealed_seed" };

const file = fileDatabase({ asSuperuser: true });
let folders: string[] = [];
let signer: Database;

function newFolder(): string {
  const folder = memoryFolder();
  folders.push(folder);
  return folder;
}

const open = (dataDir: string) =>
  openSeed({ database: signer, clock: systemClock, dataDir, network: NETWORK });

async function sealedSeed(): Promise<Buffer> {
  const row = await findKey(signer, NETWORK);
  if (!row) throw new Error("no key");
  return row.sealedSeed;
}

beforeEach(async () => {
  signer = openDatabase(file.signerUrl, { connectionsMax: 1 });
  await file.database.query("delete from wallet_keys");
});
afterEach(async () => {
  await signer.close();
  for (const folder of folders) removeFolder(folder);
  folders = [];
});

test("the seed is created and decrypted without the server's key", async () => {
  const folder = newFolder();
  const { xpub } = await open(folder);
  expect(existsSync(join(folder, "master-key"))).toBe(false);
  openMasterKey(folder);
  const sealed = await sealedSeed();
  expect(() => openMasterKey(folder).unseal(sealed, PLACE)).toThrow(/authenticate/);
  expect((await open(folder)).xpub).toBe(xpub);
});

test("a seed sealed with the server's key is resealed with the signer's key", async () => {
  const folder = newFolder();
  const { xpub } = await open(folder);
  const seed = openMasterKey(folder, "signer-key").unseal(await sealedSeed(), PLACE);
  await file.database.query("update wallet_keys set sealed_seed = $1", [
    openMasterKey(folder).seal(seed, PLACE),
  ]);
  rmSync(join(folder, "signer-key"));
  expect((await open(folder)).xpub).toBe(xpub);
  rmSync(join(folder, "master-key"));
  expect((await open(folder)).xpub).toBe(xpub);
});

test("a seed of another data folder is refused and not changed", async () => {
  await open(newFolder());
  const before = await sealedSeed();
  const stranger = newFolder();
  openMasterKey(stranger);
  await expect(open(stranger)).rejects.toThrow(StartError);
  await expect(open(stranger)).rejects.toThrow(/^DATA_DIR: .* Copy signer-key/);
  expect(existsSync(join(stranger, "signer-key"))).toBe(false);
  expect(await sealedSeed()).toEqual(before);
});
