/** Wrong, hostile and absurd input against the running product: a clear refusal each time, no fault, no satoshi moved. */
import { randomUUID } from "node:crypto";
import { bech32, bech32m } from "@scure/base";
import { afterAll, afterEach, assert, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { testAccounts } from "../../api-schema/payout-accounts.ts";
import { auditBooks } from "../support/audit.ts";
import { coinsCredited, getCoins, outsideAddress, securityCode } from "../support/main-job.ts";
import { signUp, type Person } from "../support/person.ts";
import { refusalOf, send as sendTo, type Sent } from "../support/raw-request.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

const FEE_SATS = 10_000;
const DUST_SATS = 294;

let server: RunningServer;
let rich: Person;
/** Has exactly the price of the cheapest plan, and one satoshi less. */
let exact: Person;
let short: Person;
let plan: { readonly id: string; readonly priceSats: number };
let coins: number;
let isStopped = false;
let outside: string;

beforeAll(async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0.2" } });
  rich = await signUp(server.url, "Rich");
  exact = await signUp(server.url, "Exact");
  short = await signUp(server.url, "Short");
  outside = outsideAddress();
  const { items } = await rich.call("listPlans");
  plan = items.toSorted((a, b) => a.priceSats - b.priceSats)[0] ?? { id: "", priceSats: 0 };
  coins = await getCoins(rich);
  await exact.call("requestFaucet", { body: { amountSats: plan.priceSats } });
  await short.call("requestFaucet", { body: { amountSats: plan.priceSats - 1 } });
  await Promise.all([coinsCredited(exact), coinsCredited(short)]);
});

afterAll(async () => {
  await server.stop();
  removeDataDir(server.dataDir);
});

afterEach(async () => {
  if (isStopped) return;
  const { availableSats, heldSats } = await rich.call("getWallet");
  assert.deepEqual({ availableSats, heldSats }, { availableSats: coins, heldSats: 0 });
});

const send = (path: string, sent: Partial<Sent> = {}) =>
  sendTo(`${server.url}${path}`, { person: rich, ...sent });

/** JSON as it is typed, so that numbers that no program of ours would write are sent too. */
const notAmounts = [
  "1e-8",
  ".5",
  "1.",
  "01",
  "-1",
  "+1",
  "1,000",
  "0.123456789",
  "Infinity",
  "NaN",
  "0x10",
  "0.29",
  "1e400",
  "9007199254740993",
  "-9007199254740993",
  "1e16",
  "null",
  "true",
  "[1]",
  "{}",
  '"1"',
  '"1e-8"',
  '" 12 "',
  '""',
  '"1\\u0000"',
  '"٣"',
  '"１２"',
  '"0x10"',
  '{"$bigint":"1"}',
];

describe.each([
  ["a withdrawal", "/api/v1/withdrawals", (json: string) => withdrawalJson({ amountSats: json })],
  ["the faucet", "/api/v1/wallet/faucet", (json: string) => `{"amountSats":${json}}`],
  [
    "a contract",
    "/api/v1/mining/contracts",
    (json: string) => `{"planId":"${plan.id}","priceSats":${json}}`,
  ],
  ["a stake", "/api/v1/earn/stakes", (json: string) => `{"amountSats":${json},"durationDays":30}`],
  [
    "an investment",
    "/api/v1/earn/investments",
    (json: string) => `{"planId":"btc-starter","amountSats":${json}}`,
  ],
  ["an order", "/api/v1/shop/orders", (json: string) => `{"itemId":"s19-pro","priceSats":${json}}`],
  [
    "a number of machines",
    "/api/v1/shop/orders",
    (json: string) => `{"itemId":"mining-rig-frame","priceSats":1,"quantity":${json}}`,
  ],
  ["a boost", "/api/v1/mining/boosts", (json: string) => `{"multiplier":${json}}`],
])("money that is no money: %s", (_, path, bodyOf) => {
  test.each(notAmounts)("%s", async (json) => {
    expect(refusalOf(await send(path, { body: bodyOf(json) }))).toMatch(/^\w+$/);
  });
});

function withdrawalJson(fields: Readonly<Record<string, string>>): string {
  const all = {
    amountSats: "100000",
    method: '"wallet"',
    code: '"000000"',
    walletAddress: JSON.stringify(outside),
    ...fields,
  };
  return `{${Object.entries(all)
    .map(([name, json]) => `"${name}":${json}`)
    .join(",")}}`;
}

const withdraw = async (fields: Readonly<Record<string, string>>): Promise<string> =>
  refusalOf(await send("/api/v1/withdrawals", { body: withdrawalJson(fields) }));

describe("withdrawals", () => {
  test.each<[string, () => number, string]>([
    ["nothing", () => 0, "invalid_amount"],
    ["less than nothing", () => -1, "invalid_amount"],
    ["one satoshi", () => 1, "amount_not_above_fee"],
    ["the fee", () => FEE_SATS, "amount_not_above_fee"],
    ["dust", () => FEE_SATS + DUST_SATS - 1, "amount_too_small"],
    ["one more than there is", () => coins + 1, "insufficient_funds"],
    ["the largest exact integer", () => Number.MAX_SAFE_INTEGER, "insufficient_funds"],
    ["all of it, with a wrong code", () => coins, "security_code_wrong"],
  ])("%s", async (_, amount, code) => {
    expect(await withdraw({ amountSats: String(amount()) })).toBe(code);
  });

  const key = Array.from({ length: 32 }, (_, index) => index);
  const segwit = (version: number, coder = bech32m, program = key) =>
    coder.encode("bcrt", [version, ...coder.toWords(Uint8Array.from(program))]);

  test.each<[string, () => string]>([
    ["none", () => ""],
    ["real bitcoin, bech32", () => "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["real bitcoin, base58", () => "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["another test network", () => "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["a typing error", () => outside.replace(/.$/, (last) => (last === "q" ? "p" : "q"))],
    ["version 0 with the checksum of version 1", () => segwit(0)],
    ["version 1 with the checksum of version 0", () => segwit(1, bech32)],
    ["upper and lower case", () => outside.slice(0, -4) + outside.slice(-4).toUpperCase()],
    ["a space before", () => ` ${outside}`],
    ["a line after", () => `${outside}\n`],
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
  ])("to an address that is %s", async (_, address) => {
    expect(await withdraw({ walletAddress: JSON.stringify(address()) })).toBe("invalid_address");
  });

  test("to the house's own change", async () => {
    const { items } = await rich.call("listDeposits");
    const [deposit] = items;
    const grant = await rich.call("getTransaction", { params: { txId: deposit?.txid ?? "" } });
    const change = grant.outputs.find(({ address }) => address !== deposit?.address);
    expect(await withdraw({ walletAddress: JSON.stringify(change?.address) })).toBe(
      "own_change_address",
    );
  });

  test("capitals throughout are a valid spelling", async () => {
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
  ])("by %s to an account that is not the published test account: %j", async (method, typed) => {
    const fields = Object.entries({ method, ...typed }).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]);
    expect(await withdraw(Object.fromEntries(fields) as Record<string, string>)).toMatch(
      /^(test_values_only|text_not_storable)$/,
    );
  });

  test("without a code", async () => {
    expect(await withdraw({ code: '""' })).toBe("security_code_missing");
    expect(await withdraw({ code: '"  "' })).toBe("security_code_missing");
  });

  test("six wrong guesses use up the right code", async () => {
    const code = await securityCode(rich);
    const wrong = code === "123456" ? "654321" : "123456";
    for (let guess = 0; guess < 6; guess += 1)
      expect(await withdraw({ code: JSON.stringify(wrong) })).toBe("security_code_wrong");
    expect(await withdraw({ code: JSON.stringify(code) })).toBe("security_code_wrong");
  });

  test("a used code is worth nothing", async () => {
    const code = JSON.stringify(await securityCode(rich));
    const amountSats = String(FEE_SATS + DUST_SATS);
    const body = withdrawalJson({ code, amountSats });
    const accepted = await send("/api/v1/withdrawals", { body });
    expect(accepted).toMatchObject({ status: 200 });
    expect(await withdraw({ code })).toBe("security_code_wrong");
    await settled(Number(amountSats));
  });
});

/** Takes a withdrawal into account once it has left. */
async function settled(amountSats: number): Promise<void> {
  const until = Date.now() + 30_000;
  while ((await rich.call("getWallet")).heldSats > 0 && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 100));
  coins -= amountSats;
}

describe("purchases", () => {
  const buy = (person: Person, fields: object) =>
    send("/api/v1/mining/contracts", {
      body: JSON.stringify({ planId: plan.id, ...fields }),
      person,
    });

  test("a changed price or plan", async () => {
    expect(refusalOf(await buy(rich, { priceSats: plan.priceSats - 1 }))).toBe("price_changed");
    expect(refusalOf(await buy(rich, { priceSats: 0 }))).toBe("price_changed");
    for (const planId of ["none", "", "__proto__", "constructor", plan.id.toUpperCase()])
      expect(refusalOf(await buy(rich, { planId }))).toBe("plan_unknown");
    for (const planId of ["\0", "\uD800", 1, null, [plan.id]])
      expect(refusalOf(await buy(rich, { planId }))).toMatch(
        /^(invalid_request|text_not_storable)$/,
      );
    expect(refusalOf(await buy(rich, { priceCents: 1 }))).toBe("invalid_request");
  });

  test("one satoshi too little does not buy; exactly enough leaves nothing", async () => {
    expect(refusalOf(await buy(short, {}))).toBe("insufficient_funds");
    expect(await short.call("getWallet")).toMatchObject({ availableSats: plan.priceSats - 1 });
    expect(await buy(exact, { priceSats: plan.priceSats })).toMatchObject({ status: 200 });
    expect(await exact.call("getWallet")).toMatchObject({ availableSats: 0 });
  });

  test.each([
    ['"0.9"', "boost_multiplier_invalid"],
    ['"1"', "boost_multiplier_invalid"],
    ['"1.05"', "boost_multiplier_invalid"],
    ['"3.1"', "boost_multiplier_invalid"],
    ['"-2"', "boost_multiplier_invalid"],
    ['"NaN"', "invalid_request"],
    ['"2x"', "invalid_request"],
    ['" 2"', "invalid_request"],
    ['"٢"', "invalid_request"],
    ["2", "invalid_request"],
    ['"2"', "insufficient_funds"],
  ])("a boost of %s", async (multiplier, code) => {
    const body = `{"multiplier":${multiplier}}`;
    expect(refusalOf(await send("/api/v1/mining/boosts", { body, person: exact }))).toBe(code);
  });
});

describe("machines and positions", () => {
  test.each([0, -1, 1.5, 11, 2 ** 53])("%d machines", async (quantity) => {
    const body = JSON.stringify({ itemId: "mining-rig-frame", quantity });
    expect(refusalOf(await send("/api/v1/shop/orders", { body }))).toBe("invalid_request");
  });

  test.each(["none", "", "__proto__", "constructor", "S19-PRO"])(
    "the machine %j",
    async (itemId) => {
      const body = JSON.stringify({ itemId });
      expect(refusalOf(await send("/api/v1/shop/orders", { body }))).toBe("item_unknown");
    },
  );

  test.each([0, 29, 31, -90, 36_500])("a stake of %d days", async (durationDays) => {
    const body = JSON.stringify({ amountSats: 100_000, durationDays });
    expect(refusalOf(await send("/api/v1/earn/stakes", { body }))).toBe("period_not_offered");
  });

  test.each<[string, () => number, string]>([
    ["nothing", () => 0, "investment_amount_invalid"],
    ["one below the minimum", () => 99_999, "below_minimum"],
    ["one more than there is", () => coins + 1, "investment_over_balance"],
    ["the largest exact integer", () => Number.MAX_SAFE_INTEGER, "investment_over_balance"],
  ])("an investment of %s", async (_, amount, code) => {
    const body = JSON.stringify({ planId: "btc-starter", amountSats: amount() });
    expect(refusalOf(await send("/api/v1/earn/investments", { body }))).toBe(code);
  });
});

describe("requests that move money need a key of their own", () => {
  test.each(["", "1", "null", "not-a-uuid", `${randomUUID()}, ${randomUUID()}`])(
    "%j is none",
    async (key) => {
      const headers = { "idempotency-key": key };
      const answer = await send("/api/v1/wallet/faucet", { body: "{}", headers });
      expect(refusalOf(answer)).toBe("idempotency_key_missing");
    },
  );
});

test("at the end the server has logged no fault, stops in order, and the books are whole", async () => {
  isStopped = true;
  expect(await server.stop()).toBe(0);
  const { problems } = await auditBooks(server.dataDir, verifyLedger);
  expect(problems).toEqual([]);
  expect(server.output()).not.toMatch(/Something went wrong|sign-in service failed/);
});
