/**
 * The only accounts that the payout simulators accept. They are test values published by payment
 * companies. Because no other values are accepted, users cannot enter a real account. Browser and
 * server use the same list. This file imports no schema library, because the browser loads it and
 * should not load the library.
 */
export type SimulatedMethod = "bank" | "paypal" | "cashapp";

export const SIMULATED_METHODS: readonly SimulatedMethod[] = ["bank", "paypal", "cashapp"];

export const payoutMethodNames = {
  wallet: "Wallet",
  bank: "Bank",
  paypal: "PayPal",
  cashapp: "Cash App",
} as const;

/** Test values by field name of the forms. */
export const testAccounts = {
  /**
   * Stripe's test bank and the name of its examples:
   * https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment
   */
  bank: {
    accountHolder: "Jenny Rosen",
    accountNumber: "000123456789",
    routingNumber: "110000000",
  },
  /** PayPal's example of a sandbox buyer: https://developer.paypal.com/sandbox-testing/accounts */
  paypal: { paypalEmail: "sb-gypf446000721@personal.example.com" },
  /**
   * The test account in Cash App's sandbox:
   * https://developers.cash.app/cash-app-pay-partner-api/guides/technical-guides/sandbox/sandbox-app
   */
  cashapp: { cashtag: "$CASHTAG_C_TOKEN" },
} as const satisfies Readonly<Record<SimulatedMethod, Readonly<Record<string, string>>>>;

export type PayoutField =
  | "accountHolder"
  | "accountNumber"
  | "routingNumber"
  | "paypalEmail"
  | "cashtag";

/** Publisher of each test account, named below the form's fields. */
export const testAccountSources = {
  bank: "Stripe",
  paypal: "PayPal",
  cashapp: "Cash App",
} as const satisfies Readonly<Record<SimulatedMethod, string>>;

export function isSimulatedMethod(method: string): method is SimulatedMethod {
  return SIMULATED_METHODS.some((one) => one === method);
}

/** Returns the first field that differs from the published test value, or undefined. */
export function wrongTestField(
  method: SimulatedMethod,
  typed: Readonly<Partial<Record<PayoutField, string>>>,
): PayoutField | undefined {
  const wanted: Readonly<Partial<Record<PayoutField, string>>> = testAccounts[method];
  return (Object.keys(wanted) as PayoutField[]).find(
    (field) => typed[field]?.trim() !== wanted[field],
  );
}

/**
 * Returns the refusal of any value other than the published test value. Browser and server show the
 * same text.
 */
export function testValuesOnlyText(method: SimulatedMethod): string {
  return `${payoutMethodNames[method]} is a simulator and takes only its published test values. Never type a real account here; nothing of what you typed was kept.`;
}

/** Seconds between two steps of a simulated payout: requested, processing, sent, completed. */
export const payoutStepSeconds = 20;
