/**
 * Tests that a restored installation never issues a deposit address again. After a copy is made,
 * the product issues 3,000 addresses, the machine is lost, and the copy is restored on another
 * machine. No address issued after the restore may be one of the 3,000, and the keys in the copy
 * must find the coins on all of them.
 */
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runningNode, type ConnectedNode } from "#bitcoin";
import { openDatabase, runningPostgresUrl, systemClock } from "#platform";
import { createAccount } from "../../modules/wallet/chain/account.ts";
import { openIssuedAddresses } from "../../modules/wallet/chain/issued-addresses.ts";
import { findKey } from "../../modules/wallet/chain/keys-table.ts";
import { addressesWithin } from "../../modules/wallet/deposits/deposit-address.ts";
import { runCommand } from "../support/servers/operator-command.ts";
import { diskFolder, removeFolder } from "../support/servers/scratch-folder.ts";
import { startServerIn, startServerOnDisk, type RunningServer } from "../support/servers/server.ts";

const LOST = 3_000;
const LATER = 200;
const TOGETHER = 500;

let place: string;
let copy: string;
let keysAlone: string;
let restored: RunningServer | undefined;
let branch: string;
let lost: string[];
let later: string[];
let paid: string[];

/** Issues addresses while the product runs by calling the use case directly. */
async function issue({ dataDir }: RunningServer, count: number): Promise<string[]> {
  const database = openDatabase(runningPostgresUrl(dataDir) ?? "");
  try {
    const key = await findKey(database, "regtest");
    if (!key) throw new Error("the wallet has no key");
    const { xpub } = key;
    const account = createAccount({
      network: "regtest",
      xpub,
      fingerprint: Number(key.fingerprint),
    });
    const deps = { account, issued: openIssuedAddresses({ dataDir, xpub }), clock: systemClock };
    const addresses: string[] = [];
    while (addresses.length < count) {
      const users = Math.min(TOGETHER, count - addresses.length);
      const userIds = Array.from({ length: users }, () => randomUUID());
      const rows = await database.transaction((tx) => addressesWithin(tx, deps, userIds));
      addresses.push(...rows.map(({ address }) => address));
    }
    return addresses;
  } finally {
    await database.close();
  }
}

async function nodeOf({ dataDir }: RunningServer): Promise<ConnectedNode> {
  const node = await runningNode(dataDir);
  if (!node) throw new Error("no node answers");
  return node;
}

const recover = (words: readonly string[], dataDir: string) =>
  runCommand("recover-command.ts", words, { env: { DATA_DIR: dataDir } });

async function complete(file: string, dataDir: string): Promise<readonly string[]> {
  const { code, lines } = await runCommand(file, [copy], { env: { DATA_DIR: dataDir } });
  if (code !== 0) throw new Error(`${file}: ${lines.join("\n")}`);
  return lines;
}

beforeAll(async () => {
  place = diskFolder();
  copy = join(place, "copy");
  const server = await startServerOnDisk();
  try {
    await issue(server, 10);
    await complete("backup-command.ts", server.dataDir);
    keysAlone = join(place, "keys.sealed");
    cpSync(join(copy, "keys.sealed"), keysAlone);
    lost = await issue(server, LOST);
  } finally {
    await server.close();
  }
  const dataDir = join(place, "machine");
  const lines = await complete("restore-command.ts", dataDir);
  branch = /from branch (\d+)\./.exec(lines.join("\n"))?.[1] ?? "";
  restored = await startServerIn(dataDir);
  later = await issue(restored, LATER);
  const node = await nodeOf(restored);
  paid = [lost[0], lost[2_119], lost.at(-1), later[0], later.at(-1)].map(String);
  for (const address of paid) await node.generateToAddress(1, address);
}, 600_000);

afterAll(async () => {
  await restored?.close();
  removeFolder(place);
});

test("none of 200 addresses after a restore is one of the 3,000 before it", () => {
  expect(new Set([...lost, ...later]).size).toBe(LOST + LATER);
});

test(
  "the recover command lists every coin and the searched range",
  { timeout: 300_000 },
  async () => {
    const { code, lines } = await recover([copy], restored?.dataDir ?? "");
    expect(code).toBe(0);
    for (const address of paid) expect(lines.join("\n")).toContain(address);
    const searched = lines.filter((line) => line.startsWith("Searched "));
    expect(searched).toHaveLength(3);
    expect(searched).toContainEqual(
      expect.stringMatching(
        new RegExp(`^Searched m/84'/1'/0'/${branch}/\\d+ to .*/${branch}/\\d{5}\\.$`),
      ),
    );
    expect(lines.at(-1)).toMatch(/--ahead N .* --branch N/);
  },
);

test(
  "the key file alone finds the coins if the branch is given",
  { timeout: 300_000 },
  async () => {
    const elsewhere = join(place, "elsewhere");
    mkdirSync(join(elsewhere, "bitcoin"), { recursive: true });
    const endpoint = join("bitcoin", "endpoint");
    cpSync(join(restored?.dataDir ?? "", endpoint), join(elsewhere, endpoint));
    const narrow = await recover([keysAlone, "--ahead", "50"], elsewhere);
    expect(narrow.code).toBe(0);
    expect(narrow.lines.join("\n")).not.toContain(String(later[0]));
    const options = ["--branch", branch, "--ahead", "3500"];
    const { lines } = await recover([keysAlone, ...options], elsewhere);
    for (const address of paid) expect(lines.join("\n")).toContain(address);
  },
);

test("the recover command refuses options that are not numbers", async () => {
  const usage = { code: 1, lines: [expect.stringMatching(/^Usage: /)] };
  for (const words of [
    ["--ahead", "x"],
    ["--ahead", "1000001"],
    ["--branch", "2147483648"],
  ])
    expect(await recover([copy, ...words], place)).toEqual(usage);
});
