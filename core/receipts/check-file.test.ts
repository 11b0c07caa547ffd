/**
 * Tests that a true file passes and that each forgery fails with a named reason. An independent
 * checker must agree about every receipt.
 */
import { describe, expect, test } from "vitest";
import { GENESIS_HASHES } from "#bitcoin";
import { madeLeafFile } from "../../test/support/money/made-leaf-file.ts";
import {
  canonical,
  madeReceipt,
  OTHER_VKEY,
  SCRIPT,
  signed,
  VKEY,
  type MadeReceipt,
} from "../../test/support/money/made-receipt.ts";
import { isReceiptTrue } from "../../test/support/money/receipt-oracle.ts";
import { checkFile, type KnownSite } from "./check-file.ts";
import { NETWORKS } from "./networks.ts";

const receipt = madeReceipt();
const { withdrawal } = receipt;
const site: KnownSite = {
  installation: {
    network: "regtest",
    log: VKEY,
  },
};

/** Returns the failed checks as `name: text`, or the refusal. */
function failuresOf(file: unknown, known: KnownSite = site): string[] {
  const result = checkFile(typeof file === "string" ? file : JSON.stringify(file), known);
  if (result.state === "refused") return [`${result.reason}: ${result.text}`];
  return result.checks
    .filter(({ state }) => state === "failed")
    .map(({ name, text }) => `${name}: ${text}`);
}

/** The verdict of the independent checker. */
function oracle(file: MadeReceipt): boolean {
  const { signature: _signature, ...content } = file;
  return isReceiptTrue(file, { scriptHex: SCRIPT, vkey: VKEY, signed: canonical(content) });
}

type Withdrawal = MadeReceipt["withdrawal"];
const withWithdrawal = (change: Partial<Withdrawal>) => ({
  ...receipt,
  withdrawal: { ...withdrawal, ...change },
});
const withTransfer = (change: Partial<MadeReceipt["transfers"][number]>) => ({
  ...receipt,
  transfers: receipt.transfers.map((one, index) => (index === 1 ? { ...one, ...change } : one)),
});
const withChain = (change: Partial<Withdrawal["chain"]>) =>
  withWithdrawal({ chain: { ...withdrawal.chain, ...change } });

test("the constants of networks are those of the node's module", () => {
  const hashes = Object.entries(NETWORKS).map(([name, { genesisHash }]) => [name, genesisHash]);
  expect(Object.fromEntries(hashes)).toEqual(GENESIS_HASHES);
});

/** A receipt with an additional field that contains lists within lists. */
const nested = (depth: number) =>
  JSON.stringify(receipt).replace("{", `{"more":${"[".repeat(depth)}${"]".repeat(depth)},`);

describe("files", () => {
  test.each<[string, unknown, string]>([
    ["a text", "receipt", "not_json"],
    ["a list", [], "malformed"],
    ["a number", "7", "malformed"],
    ["an empty object", {}, "unknown_kind"],
    ["another format", { ...receipt, format: "other" }, "unknown_kind"],
    ["another kind of receipt", { ...receipt, kind: "loan" }, "unknown_kind"],
    ["a later version", { ...receipt, version: 2 }, "other_version"],
    ["a receipt without transfers", { ...receipt, transfers: undefined }, "malformed"],
    ["a file above the limit", `"${"x".repeat(10_000_000)}"`, "too_large"],
    ["an amount of 2^63", withWithdrawal({ amountSats: 2 ** 63 }), "malformed"],
    ["a file that is nested too deeply", nested(100_000), "malformed"],
    [
      "a day that does not exist",
      { ...receipt, issuedAt: "2026-02-31T12:00:00.000Z" },
      "malformed",
    ],
    ["a negative amount", withWithdrawal({ amountSats: -1 }), "malformed"],
  ])("%s is refused", (_, file, reason) => {
    expect(failuresOf(file)[0]).toMatch(new RegExp(`^${reason}: `));
  });
});

describe("receipts", () => {
  test("a true receipt passes both checkers", () => {
    expect(failuresOf(receipt)).toEqual([]);
    expect(oracle(receipt)).toBe(true);
  });

  test("without a connection, only the installation and its key are not checked", () => {
    const result = checkFile(JSON.stringify(receipt), {});
    if (result.state === "refused") throw new Error(result.text);
    const open = result.checks.filter(({ state }) => state !== "ok").map(({ name }) => name);
    expect(open).toEqual(["installation", "signature"]);
  });

  const [first = "", second = "", ...others] = withdrawal.chain.headers;
  const [, secondTransfer] = receipt.transfers;
  if (!secondTransfer) throw new Error("no transfer");
  const logged = secondTransfer.log;
  const flip = (header: string, at: number) =>
    header.slice(0, at) + (header[at] === "0" ? "1" : "0") + header.slice(at + 1);
  const bits = (header: string, text: string) => header.slice(0, 144) + text + header.slice(152);
  const { chain } = withdrawal;
  const other = madeReceipt(7);
  test.each<[string, unknown, string]>([
    ["an edited amount", withWithdrawal({ amountSats: 2_000_001 }), "ledger: "],
    ["an edited fee", withWithdrawal({ feeSats: 9_999 }), "approvals: "],
    ["another address", withWithdrawal({ address: "bcrt1qother" }), "approvals: "],
    ["another txid", withChain({ txid: "ab".repeat(32) }), "transaction: "],
    ["another output", withChain({ outputIndex: 1 }), "transaction: "],
    ["an edited transaction", withChain({ rawHex: `${chain.rawHex}00` }), "transaction: "],
    ["an edited branch", withChain({ branch: ["ab".repeat(32), "cd".repeat(32)] }), "block: "],
    ["another position", withChain({ position: 0 }), "block: "],
    ["a position outside the block", withChain({ position: 5 }), "block: "],
    ["another block hash", withChain({ blockHash: "ab".repeat(32) }), "block: "],
    ["no header", withChain({ headers: [] }), "block: the block's header is missing"],
    ["too few headers", withChain({ headers: chain.headers.slice(0, 5) }), "confirmations: 5 of 6"],
    [
      "a lower number of required confirmations",
      withChain({ headers: [first], confirmationsRequired: 1 }),
      "confirmations: 1 of 6",
    ],
    [
      "a header of another chain",
      withChain({ headers: [first, flip(second, 20), ...others] }),
      "confirmations: block 121 does not follow block 120",
    ],
    [
      "a header with easier work",
      withChain({ headers: [bits(first, "ffff7f21"), second, ...others] }),
      "confirmations: block 120 has less work than regtest requires",
    ],
    [
      "a header without the work that it names",
      withChain({ headers: [bits(first, "ffff001d"), second, ...others] }),
      "confirmations: block 120 does not have the work that its header names",
    ],
    [
      "blocks of regtest on signet",
      { ...receipt, installation: { ...receipt.installation, network: "signet" } },
      "installation: ",
    ],
    [
      "the receipt of another installation",
      { ...receipt, installation: { ...receipt.installation, log: OTHER_VKEY } },
      "installation: the receipt belongs to another installation, https://floor.test",
    ],
    [
      "edited approvals",
      withWithdrawal({ approvals: { ...withdrawal.approvals, hash: "ab".repeat(32) } }),
      "approvals: the approved details are not those of this withdrawal",
    ],
    [
      "too few approvals",
      withWithdrawal({ approvals: { ...withdrawal.approvals, given: 0 } }),
      "approvals: 0 of 1 approvals were given",
    ],
    ["a missing transfer", { ...receipt, transfers: receipt.transfers.slice(1) }, "ledger: "],
    ["another withdrawal's id", { ...receipt, id: `wdr_${"6".repeat(32)}` }, "approvals: "],
    [
      "repeated versions",
      { ...receipt, transfers: [...receipt.transfers.slice(1, 2), ...receipt.transfers] },
      "entry versions: ",
    ],
    ["a transfer that the log does not contain", withTransfer({ code: "opening" }), "public log: "],
    [
      "a transfer of another digest",
      withTransfer({ log: { ...logged, digest: logged.digest.replace("4", "5") } }),
      "public log: ",
    ],
    [
      "a checkpoint that the log did not sign",
      withTransfer({ log: { ...logged, checkpoint: logged.checkpoint.replace("\n2\n", "\n3\n") } }),
      "public log: ",
    ],
    ["a later time of issue", { ...receipt, issuedAt: "2026-05-06T12:00:00.000Z" }, "signature: "],
    ["no signature", { ...receipt, signature: null }, "malformed: signature"],
  ])("%s has a named result", (_, file, reason) => {
    // The operator could sign a false receipt, which must fail for the same reason.
    const resigned = /^(signature|malformed)/.test(reason) ? file : signed(file as MadeReceipt);
    for (const one of [file, resigned])
      expect(failuresOf(one).some((failure) => failure.startsWith(reason))).toBe(true);
  });

  test("a transfer that is not yet in the log is not checked", () => {
    const result = checkFile(JSON.stringify(signed(withTransfer({ log: null as never }))), site);
    expect(result).toMatchObject({
      checks: expect.arrayContaining([
        {
          name: "public log",
          state: "not checked",
          text: "1 of 4 transfers were not yet in the log",
        },
      ]) as object,
    });
  });

  test("a transaction of 64 bytes is refused, because inner nodes have this size", () => {
    // Version, one input with an empty script, one output with a script of 4 bytes, and lock time.
    const raw = `0200000001${"09".repeat(32)}0000000000fdffffff01${"00".repeat(8)}0400000000${"00".repeat(4)}`;
    expect(raw.length / 2).toBe(64);
    expect(failuresOf(withChain({ rawHex: raw }))).toContain(
      "transaction: the raw transaction is malformed",
    );
  });

  test("more confirmations than required pass", () => {
    expect(failuresOf(other)).toEqual([]);
  });
});

describe("leaf files", () => {
  const file = madeLeafFile();
  const [leaf] = file.leaves;
  if (!leaf) throw new Error("no leaf");
  const [sibling, ...siblings] = leaf.path;
  if (!sibling) throw new Error("no sibling");
  const known: KnownSite = { roots: [{ id: "prf_1", root: file.proof.root }] };
  const withLeaf = (changed: object) => ({ ...file, leaves: [{ ...leaf, ...changed }] });

  test("a true file passes, also in its first version without a format", () => {
    const { format: _format, version: _version, ...old } = file;
    expect(failuresOf(file, known)).toEqual([]);
    expect(failuresOf(old, known)).toEqual([]);
  });

  test("without published roots, the root is not checked", () => {
    const result = checkFile(JSON.stringify(file), {});
    expect(result).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ name: "published root", state: "not checked" }),
      ]) as object,
    });
  });

  test.each<[string, object, string]>([
    ["a raised amount", { ...file, totalSats: 31 }, "amount: "],
    ["a lower leaf", withLeaf({ sats: 29 }), "leaves: leaf 3 is not in the tree"],
    ["another user's number", { ...file, accountNumber: 4 }, "leaves: "],
    ["no path", withLeaf({ path: [] }), "leaves: "],
    ["a leaf listed twice", { ...file, totalSats: 60, leaves: [leaf, leaf] }, "leaves: a leaf"],
    ["no leaf", { ...file, totalSats: 0, leaves: [] }, "leaves: the file contains no leaf"],
    ["a negative sum", withLeaf({ sats: -1 }), "malformed: sats is negative"],
    ["a sum near 2^63", withLeaf({ sats: 2 ** 63 }), "malformed: sats is larger than any amount"],
    [
      "a tree of sums without digests",
      withLeaf({ path: [{ sats: sibling.sats }, ...siblings] }),
      "malformed: The path contains sums without digests",
    ],
    [
      "a root that others do not see",
      { ...file, proof: { ...file.proof, id: "prf_1", root: "ab".repeat(32) } },
      "published root: ",
    ],
  ])("%s is refused with a named reason", (_, changed, reason) => {
    expect(failuresOf(changed, known).some((failure) => failure.startsWith(reason))).toBe(true);
  });
});
