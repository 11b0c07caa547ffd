/**
 * Public API of the market and its rules, shared by server, browser, scripts and tests:
 * instruments, hours, prices of the practice market and of replays, candles, and the effect of
 * orders, margin and financing on an account. All functions are pure: they import only the money
 * module, and receive the current time, seeds, quotes and accounts as arguments.
 */
export { CURRENCIES, FOREIGN_CURRENCIES } from "./instruments/currencies.ts";
export { groupedBy } from "./instruments/grouped-by.ts";
export {
  dollarPairOf,
  instrumentNamed,
  INSTRUMENTS,
  OPEN_TRADES_MAX,
  ORDER_UNITS_MAX,
  PAIRS,
  POSITION_UNITS_MAX,
  PRICE_MAX,
  PRICE_STEP,
  type Instrument,
} from "./instruments/instruments.ts";
export { BLIND_PAIR, HOLDABLE, holdableNamed } from "./instruments/blind-pair.ts";
export { isQuotable, priceText, readPrice, type Quote } from "./instruments/price.ts";
export { dateText, dayOf, fixingTime, newYorkClose, weekdayOf } from "./hours/calendar.ts";
export {
  closesAt,
  dayAt,
  financingDays,
  isMarketOpen,
  isTradingDay,
  lastTradingDay,
  nextTradingDay,
  openingOf,
  opensAt,
  rolloversBetween,
} from "./hours/market-hours.ts";
export { nextTick, quoteAt, quotesAt, type PricePath } from "./path/price-path.ts";
export { sessionAt } from "./path/session-at.ts";
export { SESSION_ENDS, TICK_MS } from "./path/sessions.ts";
export { widened } from "./path/spread-factor.ts";
export { judgeTick, NO_TICKS, type TickState } from "./path/tick-filter.ts";
export { commitmentOf, daySeed, drawBytes } from "./practice/seeds.ts";
export { announcementsOf, nextAnnouncement, type Announcement } from "./practice/announcements.ts";
export { firstStart, openDay, type DayStart, type PracticeDay } from "./practice/practice-day.ts";
export { startAfter, steppedLevels, type AnnualRates } from "./practice/rollover.ts";
export { policyRatesOn } from "./rates/policy-rates.ts";
export { settlementDays } from "./rates/settlement.ts";
export { checkBeginning, neededDay } from "./published/check-beginning.ts";
export { differencesOf, type Difference } from "./published/differences.ts";
export { pricesAt, seededDay, type SeededDay, type SeededDays } from "./published/seeded-day.ts";
export { candleDifferences, CANDLES_A_DAY, tickCandles } from "./published/tick-candles.ts";
export { fixingPrice } from "./fixings/fixing-price.ts";
export { timeOf, type Fixing } from "./fixings/fixings.ts";
export { loadFixings } from "./fixings/load-fixings.ts";
export { replayDay } from "./replay/replay-day.ts";
export {
  candlesOf,
  CANDLES_MAX,
  isQuoted,
  merged,
  withTick,
  type Candle,
  type PriceRange,
} from "./candles/candles.ts";
export {
  GRANULARITIES,
  intervalEnd,
  intervalStart,
  intervalStarts,
  lastMoment,
  isOfDays,
  type Granularity,
} from "./candles/intervals.ts";
export { anchoredRates, type AnchoredRates } from "./history/anchored-rates.ts";
export { historyDay } from "./history/history-day.ts";
export { wholeDay } from "./history/whole-day.ts";
export { columnsOf, dayRatesOf, type DayRates } from "./history/day-rates.ts";
export { estimatedVolume } from "./history/segments.ts";
export { factorOf, type Quotes } from "./book/conversion.ts";
export {
  isMarginCall,
  isStopOut,
  levelOf,
  marginOf,
  resultOf,
  valueAccount,
  type Account,
  type Trade,
  type AccountValue,
  type MarginRates,
} from "./book/account.ts";
export { fillAccount, unitsOf, type Filled } from "./book/netting.ts";
export {
  closingOrder,
  settleDebt,
  stopOut,
  stopOutPrice,
  type StopOutClose,
} from "./book/stop-out.ts";
export {
  broughtIn,
  principalWithin,
  leastBrought,
  NO_PRINCIPAL,
  takenBack,
  type ConversionTerms,
  type Principal,
} from "./book/principal.ts";
export { financePosition, financingOf } from "./book/financing.ts";
export { posted, shown, type Ratio } from "./book/ratio.ts";
export {
  isNear,
  marksOf,
  positionsIn,
  revalue,
  sumsOf,
  type Marks,
  type Sums,
} from "./book/revaluation.ts";
export { quietBounds, leaveOut, nearIn, screenOf, type Screen } from "./book/screen.ts";
export {
  TIMES_IN_FORCE,
  isAtOnce,
  isExpired,
  type ExitTimes,
  type ExitType,
  type OnFill,
  type Order,
  type OrderType,
  type TimeInForce,
} from "./orders/order.ts";
export { INPUT_REASONS } from "./orders/input-reasons.ts";
export { isReason, REASONS, type Reason } from "./orders/reasons.ts";
export { readOrder, type OrderRequest } from "./orders/read-order.ts";
export { readOnFill, type ExitRequest, type ExitsRequest } from "./orders/read-exits.ts";
export { readUnits } from "./orders/read-units.ts";
export { exitUnits, sharesOf, TARGETS_MAX } from "./orders/targets.ts";
export { breakEvenPrice, type SharedFinancing } from "./orders/break-even.ts";
export { isReady, isTriggered, roomOf, trailed, triggersInOrder } from "./orders/trigger.ts";
export { executionPrice, latencyMs, SIZE_EFFECT } from "./orders/execution.ts";
export { branchSuffixOf, originOf } from "./orders/inherited-ids.ts";
export { fillOrder, passedOnFill, type Decision } from "./orders/fill-order.ts";
export { exitsOf } from "./orders/exits.ts";
export { fillReport, slipOf, type FillReport } from "./orders/report.ts";
