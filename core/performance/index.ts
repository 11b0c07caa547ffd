/**
 * Public API of the analysis of Forex trading, shared by server, browser and tests: the figures of
 * closed trades, equity and drawdown, habits, and the comparison with coin flippers. All functions
 * are pure.
 */
export {
  costOfTrade,
  resultOfTrade,
  type ClosedTrade,
  type Excursion,
  type Side,
} from "./closed-trade.ts";
export { figuresOf, riskMultiple, TRADES_MIN, type Estimate, type Figures } from "./figures.ts";
export { BREAKDOWNS, breakdownOf, type Breakdown, type Row } from "./breakdowns.ts";
export { equityOf, type Equity, type EquityMark } from "./equity.ts";
export { costliestHabit } from "./habits.ts";
export { analyse, type Analysis, type Facts } from "./analyse.ts";
export { rankAmongCoins, TRADERS, type CoinRank, type Leg } from "./luck/coin-rank.ts";
export {
  dayLegs,
  type DayFill,
  type DayLegs,
  type HeldTrade,
  type PricedDay,
} from "./luck/day-legs.ts";
