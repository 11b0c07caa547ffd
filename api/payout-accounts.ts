/**
 * The only accounts that the payout simulators take: values that payment companies publish for
 * tests, so that nobody types a real one. Browser and server compare with the same list. No schema
 * library here: the browser loads this.
 */
export type SimulatedMethod = "bank" | "paypal" | "cashapp";

export const SIMULATED_METHODS: readonly SimulatedMethod[] = ["bank", "paypal", "cashapp"];

export const payoutMethodNames = {
  wallet: "Wallet",
  bank: "Bank",
  paypal: "PayPal",
  cashapp: "Cash App",
} as const;

/** Field by field as the forms name them. */
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
   * The account of Cash App's sandbox:
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

/** Who publishes the values, for the line under the fields. */
export const testAccountSources = {
  bank: "Stripe",
  paypal: "PayPal",
  cashapp: "Cash App",
} as const satisfies Readonly<Record<SimulatedMethod, string>>;

export function isSimulatedMethod(method: string): method is SimulatedMethod {
  return SIMULATED_METHODS.some((one) => one === method);
}

/** The first field that is not the published test value; undefined when all are. */
export function wrongTestField(
  method: SimulatedMethod,
  typed: Readonly<Partial<Record<PayoutField, string>>>,
): PayoutField | undefined {
  const wanted: Readonly<Partial<Record<PayoutField, string>>> = testAccounts[method];
  return (Object.keys(wanted) as PayoutField[]).find(
    (field) => typed[field]?.trim() !== wanted[field],
  );
}

/** The refusal of everything else, the same on both sides. */
export function testValuesOnlyText(method: SimulatedMethod): string {
  return `${payoutMethodNames[method]} is a simulator and takes only its published test values. Never type a real account here; nothing of what you typed was kept.`;
}

/**
 * Posted seconds from one step of a simulated payout to the next: requested, processing, sent,
 * completed.
 */
export const payoutStepSeconds = 20;
