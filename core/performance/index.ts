/**
 * Public API of the analysis of Forex trading, shared by server, browser and tests: the figures of
 * closed trades, equity and drawdown, habits, and the comparison with coin flippers. All functions
 * are pure.
 */
export type { ClosedTrade, Excursion } from "./closed-trade.ts";
export { TRADES_MIN, type Estimate, type Figures } from "./figures.ts";
export type { EquityMark } from "./equity.ts";
export { costliestHabit } from "./habits.ts";
export { analyse, type Analysis } from "./analyse.ts";
export { rankAmongCoins, type CoinRank } from "./luck/coin-rank.ts";
export { dayLegs, type DayFill } from "./luck/day-legs.ts";
