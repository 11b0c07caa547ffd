/** Texts of the plans and of a purchase. */
import { countText } from "../../../ui/amounts/count-text.ts";

export const planTexts = {
  purchase: "Purchase Plan",
  purchasing: "Purchasing...",
  breakEven: "break-even",
  expectedLoss: "USD, expected loss",
  expectedGain: "USD, expected gain",
  earns: "Expected to earn",
  worth: "Value today",
  costs: "Costs",
  breaksEvenAt: "Breaks even above",
  orDifficulty: "or below difficulty",
  never: "never",
  youPay: "You pay",
  getBack: "and can expect to get back",
  result: (isLoss: boolean, usd: string) => `a ${isLoss ? "loss" : "gain"} of ${usd} USD`,
  breaksEvenAbove: (usdPerBtc: string) => `Breaks even above ${usdPerBtc} USD per BTC.`,
  days: (days: number) => countText(days, "day"),
  reasonLoss: (usd: string) => `Expected to lose ${usd} USD. You confirm this in the next step.`,
  reasonGain: (usd: string) => `Expected to gain ${usd} USD. You confirm this in the next step.`,
  closed: "Sales are closed.",
  dialogTitle: (name: string) => `Purchase ${name}`,
  dialogTerms: "You cannot cancel it. Time while mining is off is lost.",
  cancel: "Cancel",
  notEnough: (name: string) => `You do not have enough BTC for ${name}.`,
  getCoins: "Get test coins",
  start: "Start Mining",
  boughtTitle: "Contract Bought",
  boughtText: (name: string, isMining: boolean) =>
    isMining ? `${name} is running and earning.` : `${name} is running. Start mining to earn.`,
} as const;
