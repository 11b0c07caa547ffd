/** Texts of the hardware page. */
import { countText } from "../../ui/amounts/count-text.ts";

export const shopTexts = {
  title: "Hardware",
  lead: "Machines of your own, paid in BTC at the reference rate. They mine while mining is on and pay for their power at your electricity price. The amber line is the floor: a day that costs what it earns.",
  items: "Machines",
  buy: "Buy Now",
  buying: "Buying...",
  notes: {
    loss: "USD a day, expected loss",
    gain: "USD a day, expected gain",
    even: "USD a day, earns nothing",
  },
  floor: "break-even a day",
  earns: "Expected to earn a day",
  power: "Power a day",
  net: "Net a day",
  payBack: "Pays back",
  never: "never pays back",
  onDate: (date: string, days: string) => `${date}, after ${countText(days, "day")}`,
  covered: "Power covered below",
  nothingToCover: "uses no power",
  reasonNever: "Expected never to pay back its price. You confirm that next.",
  reasonLoss: (usd: string) =>
    `Expected to lose ${usd} USD a day and never to pay back its price. You confirm that next.`,
  reasonFrame: "Earns nothing and never pays back. You confirm that next.",
  reasonGain: (date: string) => `Expected to pay back on ${date}. You confirm that next.`,
  closed: "Sales are closed.",
  dialogTitle: (name: string) => `Buy ${name}`,
  quantity: "Quantity",
  quantityError: "A whole number from 1 to 10.",
  youPay: "You pay",
  sellBackTerms: (percent: number, months: number) =>
    `The house buys it back at a posted price: ${percent}% of its price in USD at first, falling in a straight line to nothing after ${months} months, and never more BTC than you paid for it.`,
  cancel: "Cancel",
  notEnough: (what: string) => `You do not have enough BTC for ${what}.`,
  getCoins: "Get test coins",
  boughtTitle: "Order Placed",
  boughtText: (what: string) => `${what} is in your rack.`,
  boughtHint: (what: string) => `${what} is in your rack. Start mining to put it to work.`,
} as const;

export const rackTexts = {
  title: "Your rigs",
  emptyTitle: "No rigs yet",
  empty: "Rigs you buy are listed here with earnings, power cost and resale value.",
  emptyAction: "See the machines",
  total: "Net of all rigs so far",
  older: "Older rigs",
  totalNotes: {
    loss: "USD, power above earnings",
    gain: "USD, earnings above power",
    even: "USD, nothing earned or charged",
  },
  columns: {
    rig: "Rig",
    state: "State",
    earned: "Earned",
    power: "Power paid",
    net: "Net",
    price: "Sells back for",
  },
  states: {
    mining: "Mining",
    idle: "Idle, mining is off",
    power_not_paid: "Stopped, power not paid",
    earns_nothing: "Earns nothing",
    sold: "Sold back",
  },
  startAgain: "Start again",
  starting: "Starting...",
  startLabel: (name: string, id: string) => `Start again: ${name} ${id}`,
  startedTitle: "Rig Started",
  startedText: (name: string) => `${name} mines again while mining is on.`,
  sell: "Sell",
  selling: "Selling...",
  sellLabel: (name: string, id: string) => `Sell: ${name} ${id}`,
  sellTitle: (name: string) => `Sell ${name} back`,
  sellTerms:
    "What it earned until now is paid and its power until now is charged in the same step. After that it mines no more.",
  youGet: "You get",
  youPaid: "You paid",
  keep: "Keep it",
  soldTitle: "Rig Sold",
  soldText: (name: string, btc: string) => `${name} was sold back for ${btc} BTC.`,
} as const;

export const tariffTexts = {
  title: "Your electricity price",
  label: "Price",
  unit: "USD/kWh",
  save: "Save",
  saving: "Saving...",
  hint: (since: string) => `In force since ${since}. A change concerns the time after it only.`,
  error: "Enter a price of electricity above 0 and at most 1 USD per kWh, with at most 6 decimals.",
  savedTitle: "Electricity Price Saved",
  savedText: (price: string) => `Your rigs pay ${price} USD per kWh from now on.`,
} as const;

export const orderTexts = {
  title: "Orders",
  emptyTitle: "No orders yet",
  empty: "What you buy here is listed with its price and time.",
  older: "Older orders",
  columns: { item: "Item", quantity: "Quantity", price: "Price", total: "Total", at: "Ordered" },
} as const;
