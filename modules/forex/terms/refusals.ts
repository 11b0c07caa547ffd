/** Refusals of the desk, with the titles and texts that users see. */
import { REASONS, type Reason } from "#market";
import { defineRefusals, type Refusal, type RefusalText } from "#platform";

export const forexRefusals = defineRefusals({
  market_closed: {
    status: 409,
    title: "Market Closed",
    text: "The market opens at {opensAt}. Orders with a price can be placed until then; a replay needs no open market.",
  },
  market_halted: {
    status: 409,
    title: "Market Halted",
    text: "There is no good price now, or the desk still checks your orders against earlier prices. Try again in a moment.",
  },
  desk_closed: {
    status: 409,
    title: "No New Orders",
    text: "The desk takes no new orders now. Stops and targets go on, and trades can be closed.",
  },
  too_many_orders: {
    status: 429,
    title: "Too Many Orders",
    text: "At most 10 orders a second. Try again in a moment.",
  },
  too_many_pending: {
    status: 422,
    title: "Too Many Orders",
    text: "At most 300 orders may rest at a time. Cancel some first.",
  },
  order_unknown: { status: 404, title: "Order Not Found", text: "You have no such order." },
  order_ended: {
    status: 409,
    title: "Order Has Ended",
    text: "This order is {state} and cannot be changed any more.",
  },
  order_of_trade: {
    status: 409,
    title: "Belongs to a Trade",
    text: "This order closes a trade. Change the stop or target of the trade instead.",
  },
  trade_unknown: { status: 404, title: "Trade Not Found", text: "You have no such trade." },
  trade_closed: { status: 409, title: "Already Closed", text: "This trade is closed." },
  position_unknown: {
    status: 404,
    title: "Nothing Open",
    text: "You have no open position in {instrument}.",
  },
  transaction_unknown: { status: 404, title: "Not Found", text: "You have no such transaction." },
  replay_unknown: { status: 404, title: "Replay Not Found", text: "You have no such replay." },
  replay_ended: {
    status: 409,
    title: "Replay Has Ended",
    text: "This replay is over: its trades and events can be looked at. Begin another one to trade.",
  },
  replays_busy: {
    status: 429,
    title: "Many Replays Are Running",
    text: "The server plays many replays at the moment. Try again in a few seconds.",
  },
  replay_busy: {
    status: 409,
    title: "Replay Is Busy",
    text: "Another request is walking this replay. Try again in a moment.",
  },
  replay_day_unknown: {
    status: 422,
    title: "No Prices of That Day",
    text: "Replays begin on a day from {from} to {until}.",
  },
  replay_jump_invalid: {
    status: 422,
    title: "Not a Later Time",
    text: "A replay jumps forward only, up to {until}.",
  },
  too_many_replays: {
    status: 409,
    title: "Too Many Replays",
    text: "At most {max} replays run at a time. End one first.",
  },
  amount_invalid: {
    status: 422,
    title: "Invalid Amount",
    text: "Enter an amount above 0.",
  },
  amount_too_small: {
    status: 422,
    title: "Invalid Amount",
    text: "This is less than one cent at today's rate. Bring at least {min} BTC.",
  },
  over_balance: {
    status: 422,
    title: "Insufficient Funds",
    text: "You do not have enough BTC to bring that amount.",
  },
  over_withdrawable: {
    status: 422,
    title: "Not Available",
    text: "At most {max} USD can be taken back now: the rest is lost, or stands behind open positions.",
  },
  coins_short: {
    status: 409,
    title: "Not Enough Coins",
    text: "The desk can give back {max} BTC now, which is less than this comes to. Take a smaller amount, or try again later.",
  },
  account_frozen: {
    status: 409,
    title: "Account Frozen",
    text: "A chain reorganisation took back a deposit that was already spent. Whatever comes into your balance repays it; until then nothing can be brought in.",
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

/** Refusal for an OANDA v20 reason. Its code is the reason in lower case. */
export function refusedFor(reason: Reason): Refusal {
  return reasonRefusals[reason.toLowerCase() as ReasonCode]();
}
