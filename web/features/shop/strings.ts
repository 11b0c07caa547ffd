/** Texts of the hardware page. */
import { countText } from "../../ui/amounts/count-text.ts";

export const shopTexts = {
  title: "Hardware",
  lead: "Rigs of your own, paid in BTC at the reference rate. They mine while mining is on and pay for power at your electricity price. The amber line is break-even: a day that costs what it earns.",
  items: "Products",
  still: "Your rigs are stored on the server and keep running.",
  minesNothing: "mines nothing",
  buy: "Buy Now",
  buying: "Buying...",
  notes: {
    loss: "USD a day, expected loss",
    gain: "USD a day, expected gain",
    even: "USD a day, earns nothing",
  },
  floor: "break-even a day",
  earns: "Expected earnings a day",
  power: "Power cost a day",
  net: "Net result a day",
  payBack: "Pays back",
  never: "never pays back",
  onDate: (date: string, days: string) => `${date}, after ${countText(days, "day")}`,
  covered: "Break-even electricity price",
  nothingToCover: "uses no power",
  usdPerKwh: (price: string) => `${price} USD/kWh`,
  reasonNever: "Expected never to pay back its price. You confirm this in the next step.",
  reasonLoss: (usd: string) =>
    `Expected to lose ${usd} USD a day and never to pay back its price. You confirm this in the next step.`,
  reasonFrame: "Earns nothing and never pays back its price. You confirm this in the next step.",
  reasonGain: (date: string) =>
    `Expected to pay back its price by ${date}. You confirm this in the next step.`,
  closed: "Sales are closed.",
  dialogTitle: (name: string) => `Buy ${name}`,
  frameResult: "It earns nothing, uses no power and {never}.",
  expectedResult: (earns: string, power: string) =>
    `At your electricity price, each rig is expected to earn ${earns} USD and to use ${power} USD of power a day: {result}.`,
  loss: (usd: string) => `a loss of ${usd} USD a day`,
  gain: (usd: string) => `a gain of ${usd} USD a day`,
  neverPaysBack: "It never pays back.",
  paysBackAfter: (days: string) =>
    `It pays back after ${countText(days, "day")} if nothing changes.`,
  priceEach: (btc: string) => `${btc} BTC each`,
  quantity: "Quantity",
  quantityError: "Enter a whole number from 1 to 10.",
  quantityRange: (min: number, max: number) => `${min} to ${max}`,
  several: (count: number, name: string) => `${count} x ${name}`,
  youPay: "You pay",
  sellBackTerms: (percent: number, months: number) =>
    `The platform buys it back at a posted price: ${percent}% of its USD price at first, falling evenly to zero after ${months} months. You never get more BTC than you paid.`,
  cancel: "Cancel",
  notEnough: (what: string) => `You do not have enough BTC for ${what}.`,
  getCoins: "Get test coins",
  boughtTitle: "Order Placed",
  boughtText: (what: string) => `Added to your rigs: ${what}.`,
  boughtHint: (what: string) => `Added to your rigs: ${what}. Start mining to put it to work.`,
} as const;

export const rackTexts = {
  noPower: "none",
  title: "Your rigs",
  emptyTitle: "No rigs yet",
  empty: "Rigs you buy are listed here with earnings, power cost and resale value.",
  emptyAction: "See the products",
  total: "Net result of all rigs so far",
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
    price: "Resale price",
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
    "The sale also pays the rig's earnings and charges its power up to now. The rig then stops mining.",
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
  hint: (since: string) => `In force since ${since}. A change applies only from now on.`,
  error: "Enter a price above 0 and at most 1 USD per kWh, with at most 6 decimals.",
  savedTitle: "Electricity Price Saved",
  savedText: (price: string) => `Your rigs pay ${price} USD per kWh from now on.`,
} as const;

export const orderTexts = {
  title: "Orders",
  emptyTitle: "No orders yet",
  empty: "Your purchases are listed here with their price and time.",
  older: "Older orders",
  columns: { item: "Item", quantity: "Quantity", price: "Price", total: "Total", at: "Ordered" },
} as const;
