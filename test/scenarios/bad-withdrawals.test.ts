/**
 * Requests withdrawals that the running product must refuse because of the amount, address, account
 * or code. Each kind of refusal has its own error code.
 */
import { bech32, bech32m } from "@scure/base";
import { describe, expect, test } from "vitest";
import { testAccounts } from "../../api/payout-accounts.ts";
import { hostileVisit, withdrawalJson } from "../support/inputs/hostile-visit.ts";
import { outsideAddress, securityCode } from "../support/people/main-job.ts";
import { eventually } from "../support/people/person.ts";
import { refusalOf } from "../support/servers/raw-request.ts";

const FEE_SATS = 10_000;
const DUST_SATS = 294;

const visit = hostileVisit();
const outside = outsideAddress();

const withdraw = async (fields: Readonly<Record<string, string>>): Promise<string> =>
  refusalOf(await visit.send("/api/v1/withdrawals", { body: withdrawalJson(outside, fields) }));

describe("withdrawals", () => {
  test.each<[string, () => number, string]>([
    ["nothing", () => 0, "invalid_amount"],
    ["a negative amount", () => -1, "invalid_amount"],
    ["one satoshi", () => 1, "amount_not_above_fee"],
    ["the fee", () => FEE_SATS, "amount_not_above_fee"],
    ["dust", () => FEE_SATS + DUST_SATS - 1, "amount_too_small"],
    ["one satoshi more than the balance", () => visit.coins + 1, "insufficient_funds"],
    ["the largest exact integer", () => Number.MAX_SAFE_INTEGER, "insufficient_funds"],
    ["everything with a wrong code", () => visit.coins, "security_code_wrong"],
  ])("a withdrawal of %s is refused", async (_, amount, code) => {
    expect(await withdraw({ amountSats: String(amount()) })).toBe(code);
  });

  const key = Array.from({ length: 32 }, (_, index) => index);
  const segwit = (version: number, coder = bech32m, program = key) =>
    coder.encode("bcrt", [version, ...coder.toWords(Uint8Array.from(program))]);

  test.each<[string, () => string]>([
    ["empty", () => ""],
    ["real bitcoin, bech32", () => "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["real bitcoin, base58", () => "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["another test network", () => "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["a mistyped address", () => outside.replace(/.$/, (last) => (last === "q" ? "p" : "q"))],
    ["version 0 with the checksum of version 1", () => segwit(0)],
    ["version 1 with the checksum of version 0", () => segwit(1, bech32)],
    ["in mixed case", () => outside.slice(0, -4) + outside.slice(-4).toUpperCase()],
    ["preceded by a space", () => ` ${outside}`],
    ["followed by a line break", () => `${outside}\n`],
    ["a payment link", () => `bitcoin:${outside}?amount=1`],
    ["too long", () => outside.repeat(4)],
    ["right to left", () => `\u202E${outside}`],
    ["zero width", () => `${outside.slice(0, 9)}\u200B${outside.slice(9)}`],
    ["markup", () => "<script>alert(1)</script>"],
    ["SQL", () => "'; drop table ledger_transfers; --"],
    ...Array.from(
      { length: 15 },
      (_, index) => [`version ${index + 2}`, () => segwit(index + 2)] as [string, () => string],
    ),
  ])("a withdrawal to an address is refused: %s", async (_, address) => {
    expect(await withdraw({ walletAddress: JSON.stringify(address()) })).toBe("invalid_address");
  });

  test("a withdrawal to the platform's own change address is refused", async () => {
    const { items } = await visit.rich.call("listDeposits");
    const [deposit] = items;
    const grant = await visit.rich.call("getTransaction", {
      params: { txId: deposit?.txid ?? "" },
    });
    const change = grant.outputs.find(({ address }) => address !== deposit?.address);
    expect(await withdraw({ walletAddress: JSON.stringify(change?.address) })).toBe(
      "own_change_address",
    );
  });

  test("an address in capital letters is valid", async () => {
    expect(await withdraw({ walletAddress: JSON.stringify(outside.toUpperCase()) })).toBe(
      "security_code_wrong",
    );
  });

  test.each([
    ["bank", {}],
    ["bank", { accountHolder: "Jenny Rosen", accountNumber: "DE89370400440532013000" }],
    ["bank", { ...testAccounts.bank, routingNumber: "021000021" }],
    ["bank", { ...testAccounts.bank, accountHolder: "jenny rosen" }],
    ["paypal", { paypalEmail: "somebody@example.com" }],
    ["paypal", testAccounts.cashapp],
    ["cashapp", { cashtag: "$somebody" }],
    ["cashapp", { cashtag: "$CASHTAG_C_TOKEN\u0000" }],
    ["cashapp", { cashtag: "" }],
  ])("%s refuses an account that is not the published test account: %j", async (method, typed) => {
    const fields = Object.entries({ method, ...typed }).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]);
    expect(await withdraw(Object.fromEntries(fields) as Record<string, string>)).toMatch(
      /^(test_values_only|text_not_storable)$/,
    );
  });

  test("a withdrawal without a code is refused", async () => {
    expect(await withdraw({ code: '""' })).toBe("security_code_missing");
    expect(await withdraw({ code: '"  "' })).toBe("security_code_missing");
  });

  test("six wrong codes invalidate the correct code", async () => {
    const code = await securityCode(visit.rich);
    const wrong = code === "123456" ? "654321" : "123456";
    for (let guess = 0; guess < 6; guess += 1)
      expect(await withdraw({ code: JSON.stringify(wrong) })).toBe("security_code_wrong");
    expect(await withdraw({ code: JSON.stringify(code) })).toBe("security_code_wrong");
  });

  test("a used code is refused", async () => {
    const code = JSON.stringify(await securityCode(visit.rich));
    const amountSats = String(FEE_SATS + DUST_SATS);
    const body = withdrawalJson(outside, { code, amountSats });
    const accepted = await visit.send("/api/v1/withdrawals", { body });
    expect(accepted).toMatchObject({ status: 200 });
    expect(await withdraw({ code })).toBe("security_code_wrong");
    await settled(Number(amountSats));
  });
});

/** Waits until the withdrawal has been sent, and records its amount as spent. */
async function settled(amountSats: number): Promise<void> {
  await eventually(
    "the withdrawal leaves",
    () => visit.rich.call("getWallet"),
    ({ heldSats }) => heldSats === 0,
  );
  visit.spent(amountSats);
}

test("at the end the log has no errors and the ledger is consistent", async () => {
  const { code, problems, output } = await visit.end();
  expect(code).toBe(0);
  expect(problems).toEqual([]);
  expect(output).not.toMatch(/Something went wrong|sign-in service failed/);
});
