/** Refusals for the desk's routes, with the titles and texts that users see. */
import { REASONS, type Reason } from "#market";
import { defineRefusals, type Refusal, type RefusalText } from "#platform";

export const forexRefusals = defineRefusals({
  market_closed: {
    status: 409,
    title: "Market Closed",
    text: "The market opens at {opensAt}. Until then you can place orders with a price or trade in a replay.",
  },
  market_halted: {
    status: 409,
    title: "Market Halted",
    text: "There is no valid price now, or the desk is still checking your orders against earlier prices. Try again in a moment.",
  },
  desk_closed: {
    status: 409,
    title: "No New Orders",
    text: "The desk accepts no new orders now. Stops and targets stay active, and trades can be closed.",
  },
  too_many_orders: {
    status: 429,
    title: "Too Many Orders",
    text: "You can send at most 10 orders a second. Try again in a moment.",
  },
  too_many_pending: {
    status: 422,
    title: "Too Many Orders",
    text: "You can have at most 300 pending orders. Cancel some first.",
  },
  order_unknown: { status: 404, title: "Order Not Found", text: "You have no order with this id." },
  order_ended: {
    status: 409,
    title: "Order Has Ended",
    text: "This order is {state} and can no longer be changed.",
  },
  order_of_trade: {
    status: 409,
    title: "Order of a Trade",
    text: "This order closes a trade. Change the stop or target of the trade instead.",
  },
  trade_unknown: { status: 404, title: "Trade Not Found", text: "You have no trade with this id." },
  trade_closed: { status: 409, title: "Already Closed", text: "This trade is already closed." },
  break_even_not_reached: {
    status: 422,
    title: "Break-Even Not Reached",
    text: "The price must first move beyond {price}. A stop loss there would close the trade now.",
  },
  stop_already_better: {
    status: 409,
    title: "Stop Loss Is Already Better",
    text: "The stop loss already closes the trade without a loss.",
  },
  exits_ambiguous: {
    status: 422,
    title: "Conflicting Exits",
    text: "Send takeProfit or takeProfits, and stopLoss or breakEven, but not both.",
  },
  close_units_ambiguous: {
    status: 422,
    title: "Conflicting Units",
    text: "Send only one of units, longUnits and shortUnits.",
  },
  position_unknown: {
    status: 404,
    title: "No Open Position",
    text: "You have no open position in {instrument}.",
  },
  transaction_unknown: {
    status: 404,
    title: "Not Found",
    text: "You have no transaction with this id.",
  },
  season_unknown: {
    status: 404,
    title: "Season Not Found",
    text: "Your account has no season with this number.",
  },
  season_changed: {
    status: 409,
    title: "Season Has Changed",
    text: "Season {number} is the current season now. It was started in another tab or by another request.",
  },
  season_empty: {
    status: 409,
    title: "Season Is Empty",
    text: "Nothing has happened in this season yet. Move coins to Forex to begin it.",
  },
  season_market_closed: {
    status: 409,
    title: "Market Closed",
    text: "Your open positions cannot be closed now. The market opens at {opensAt}. Start the new season then.",
  },
  season_coins_short: {
    status: 409,
    title: "Not Enough Coins",
    text: "Your season cannot end now, because the desk can return only {max} BTC, which is less than your account is worth. Try again later.",
  },
  season_positions_changed: {
    status: 409,
    title: "Positions Are Changing",
    text: "Your orders kept filling while your positions were being closed. Cancel your pending orders, then start the new season.",
  },
  replay_unknown: {
    status: 404,
    title: "Replay Not Found",
    text: "You have no replay with this id.",
  },
  replay_ended: {
    status: 409,
    title: "Replay Has Ended",
    text: "This replay is over. You can still view its trades and events. Start another one to trade.",
  },
  replays_busy: {
    status: 429,
    title: "Too Many Replays Running",
    text: "The server is busy with other replays. Try again in a few seconds.",
  },
  replay_busy: {
    status: 409,
    title: "Replay Is Busy",
    text: "Another request is using this replay. Try again in a moment.",
  },
  replay_day_unknown: {
    status: 422,
    title: "No Prices for That Day",
    text: "Choose a day from {from} to {until}.",
  },
  replay_capital_invalid: {
    status: 422,
    title: "Invalid Capital",
    text: "A replay starts with 100 to 1,000,000 USD.",
  },
  replay_jump_invalid: {
    status: 422,
    title: "Not a Later Time",
    text: "A replay can only jump forward, up to {until}.",
  },
  branch_time_invalid: {
    status: 422,
    title: "Not a Time of This Replay",
    text: "Choose a time from {from} to {until}.",
  },
  branch_before_exit: {
    status: 422,
    title: "Not an Entry Order",
    text: "A branch cannot begin before a stop loss, take profit or trailing stop. Choose the trade's entry order or a time.",
  },
  branch_too_long: {
    status: 409,
    title: "Too Many Events",
    text: "A replay with more than {max} events cannot be branched.",
  },
  branch_incomplete: {
    status: 409,
    title: "Cannot Branch Here",
    text: "This replay's records are not sufficient to restore its account. Start a new replay instead.",
  },
  branch_stop_unknown: {
    status: 409,
    title: "Cannot Branch Here",
    text: "The position of a trailing stop at that time was not recorded. Choose a time without a trailing stop.",
  },
  too_many_branches: {
    status: 429,
    title: "Too Many Branches",
    text: "You can start at most {max} branches in 24 hours.",
  },
  too_many_branch_records: {
    status: 429,
    title: "Too Many Copied Records",
    text: "Your branches can copy at most {max} events and stop moves in 24 hours. Choose an earlier moment, or try again later.",
  },
  journal_full: {
    status: 409,
    title: "Journal Is Full",
    text: "You can write at most {max} plans and {max} notes.",
  },
  too_many_replays: {
    status: 409,
    title: "Too Many Replays",
    text: "You can run at most {max} replays at a time. End one first.",
  },
  analyses_busy: {
    status: 429,
    title: "Too Many Analyses at Once",
    text: "The server is busy with other analyses. Try again in a moment.",
  },
  period_invalid: {
    status: 422,
    title: "Invalid Period",
    text: "The period ends before it begins. Swap the two times.",
  },
  drawing_invalid: {
    status: 422,
    title: "Invalid Drawing",
    text: "A level has one point, and other drawings have two. Each point needs a time from 1990 to 2099 and a price of the instrument.",
  },
  drawing_changed: {
    status: 409,
    title: "Drawing Changed Elsewhere",
    text: "Another tab or device has changed this drawing. The chart now shows that change.",
  },
  drawing_unknown: {
    status: 404,
    title: "Drawing Not Found",
    text: "You have no drawing with this id. It may have been deleted in another tab.",
  },
  too_many_drawings: {
    status: 422,
    title: "Too Many Drawings",
    text: "You can keep {perInstrument} drawings per instrument and {max} in total. Delete some first.",
  },
  amount_invalid: {
    status: 422,
    title: "Invalid Amount",
    text: "Enter an amount above 0.",
  },
  amount_too_small: {
    status: 422,
    title: "Invalid Amount",
    text: "This is less than one cent at today's rate. Transfer at least {min} BTC.",
  },
  over_balance: {
    status: 422,
    title: "Insufficient Funds",
    text: "You do not have enough BTC. Enter a smaller amount.",
  },
  over_withdrawable: {
    status: 422,
    title: "Not Available",
    text: "You can move back at most {max} USD now. The rest is lost or needed as margin for open positions.",
  },
  coins_short: {
    status: 409,
    title: "Not Enough Coins",
    text: "The desk can return only {max} BTC now, which is less than this amount. Move back a smaller amount, or try again later.",
  },
  account_frozen: {
    status: 409,
    title: "Account Frozen",
    text: "A chain reorganisation removed a deposit that was already spent. Coins that you receive repay it. Until then you cannot transfer coins to the desk.",
  },
});

type ReasonCode = Lowercase<Reason>;

const reasonTexts = Object.fromEntries(
  Object.entries(REASONS).map(([reason, text]) => [
    reason.toLowerCase(),
    { status: 422, title: "Order Refused", text },
  ]),
) as Record<ReasonCode, RefusalText>;

const reasonRefusals = defineRefusals(reasonTexts);

/** Returns the refusal for an OANDA v20 reason. Its code is the reason in lower case. */
export function refusedFor(reason: Reason): Refusal {
  return reasonRefusals[reason.toLowerCase() as ReasonCode]();
}
