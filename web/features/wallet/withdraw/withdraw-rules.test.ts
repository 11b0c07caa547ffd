import { describe, expect, test } from "vitest";
import { testAccounts } from "../../../../api/payout-accounts.ts";
import {
  checkAmount,
  checkCode,
  checkDetails,
  limitsOf,
  summarise,
  type WithdrawDetails,
} from "./withdraw-rules.ts";

const address = "bcrt1q8hpg4khukls0pxs9ty4q2g3tuqu5k4wa7cxhz3";
const limits = {
  network: "regtest",
  availableSats: 4_218_337n,
  feeSats: 10_000n,
  marketSats: 0n,
  minSats: 11_000n,
  maxSats: 4_000_000n,
  askedSats: 0n,
  posted: [],
};

const details: WithdrawDetails = {
  method: "wallet",
  amount: "0.015",
  walletAddress: "",
  ...testAccounts.bank,
  ...testAccounts.paypal,
  ...testAccounts.cashapp,
};

test("posted limits of a method apply in addition to network and balance limits", () => {
  const most = { maxSats: 10_000_000n, dailySats: 10_000_000n, leftSats: 10_000_000n };
  const posted = [
    { method: "wallet" as const, ...most, minSats: 20_000n, maxSats: 3_000_000n },
    { method: "bank" as const, ...most, minSats: 1n, leftSats: 2_000_000n },
  ];
  const refusalOf = (method: "wallet" | "bank" | "paypal", amount: string) =>
    checkAmount(amount, limitsOf(method, { ...limits, posted }))?.text;
  expect(refusalOf("wallet", "0.00015")).toBe("The minimum for a withdrawal is 0.00020000 BTC.");
  expect(refusalOf("wallet", "0.03000001")).toBe("The maximum for a withdrawal is 0.03000000 BTC.");
  expect(refusalOf("wallet", "0.03")).toBeUndefined();
  expect(refusalOf("bank", "0.02000001")).toBe(
    "You can withdraw 0.10000000 BTC this way in 24 hours. You have 0.02000000 BTC left now.",
  );
  expect(refusalOf("bank", "0.02")).toBeUndefined();
  expect(refusalOf("paypal", "0.04")).toBeUndefined();
});

test.each([
  ["", "Invalid Amount", "Please enter a valid amount to withdraw."],
  ["0", "Invalid Amount", "Please enter a valid amount to withdraw."],
  ["9.5", "Insufficient Funds", "You do not have enough BTC to withdraw that amount."],
  ["0.0001", "Invalid Amount", "The amount must be more than the network fee."],
  ["0.000105", "Invalid Amount", "The minimum for a withdrawal is 0.00011000 BTC."],
  ["0.041", "Insufficient Funds", "You do not have enough BTC to withdraw that amount."],
])("amount %j is refused: %s", (typed, title, text) => {
  expect(checkAmount(typed, limits)).toEqual({ field: "amount", title, text });
});

test("the amount is checked before the address", () => {
  expect(checkDetails({ ...details, amount: "" }, limits)?.field).toBe("amount");
  expect(checkDetails(details, limits)).toEqual({
    field: "walletAddress",
    title: "Invalid Address",
    text: "Enter the regtest address that receives the coins.",
  });
  expect(checkDetails({ ...details, walletAddress: address }, limits)).toBeUndefined();
});

describe("the published test accounts of simulated methods", () => {
  test.each(["bank", "paypal", "cashapp"] as const)(
    "%s accepts the values with which its form is prefilled",
    (method) => {
      expect(checkDetails({ ...details, method }, limits)).toBeUndefined();
      expect(checkDetails({ ...details, method, amount: "0.00010001" }, limits)).toBeUndefined();
      expect(checkDetails({ ...details, method, amount: "0.0001" }, limits)).toMatchObject({
        field: "amount",
        text: "The amount must be more than the network fee.",
      });
    },
  );

  test.each([
    ["bank", "accountNumber", "DE89370400440532013000", "Bank"],
    ["bank", "routingNumber", "021000021", "Bank"],
    ["bank", "accountHolder", "Ann Example", "Bank"],
    ["paypal", "paypalEmail", "ann@gmail.com", "PayPal"],
    ["paypal", "paypalEmail", "", "PayPal"],
    ["cashapp", "cashtag", "$ann", "Cash App"],
  ] as const)("%s refuses %s %j", (method, field, typed, name) => {
    expect(checkDetails({ ...details, method, [field]: typed }, limits)).toEqual({
      field,
      title: "Test Values Only",
      text: `${name} is a simulator and takes only its published test values. Never type a real account here; nothing of what you typed was kept.`,
    });
  });
});

test("a code is required, but its length is not checked", () => {
  expect(checkCode("  ")).toEqual({
    field: "code",
    title: "Security Verification Required",
    text: "Please enter the verification code sent to your email/phone.",
  });
  expect(checkCode("12")).toBeUndefined();
});

// The user receives 0.015 - 0.0001 = 0.0149 BTC, which is 0.0149 x 60,000 = 894.00 USD. The
// remaining balance is 0.04218337 - 0.015 = 0.02718337 BTC.
test("the summary shows the received amount and the remaining balance", () => {
  expect(summarise("0.015", limits, 6_000_000n)).toEqual({
    amountSats: 1_500_000n,
    feeSats: 10_000n,
    receivedSats: 1_490_000n,
    receivedCents: 89_400n,
    leftSats: 2_718_337n,
  });
  expect(summarise("nonsense", limits, 6_000_000n).leftSats).toBe(4_218_337n);
});

test("the miners' surcharge applies only to payments on the Bitcoin network", () => {
  const dear = { ...limits, marketSats: 5_000n };
  expect(limitsOf("wallet", dear)).toMatchObject({ feeSats: 15_000n, marketSats: 5_000n });
  expect(limitsOf("bank", dear)).toMatchObject({ feeSats: 10_000n, marketSats: 0n });
});
