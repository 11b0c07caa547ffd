/**
 * Computes an account's value at the last valid prices: NAV, margin, margin level and withdrawable
 * amount.
 */
import {
  closingOrder,
  isMarginCall,
  principalWithin,
  levelOf,
  BLIND_PAIR,
  PAIRS,
  priceText,
  shown,
  stopOutPrice,
  valueAccount,
  type Instrument,
} from "#market";
import { formatAmount } from "#money";
import { referenceValuesAt } from "#treasury";
import { accountOf } from "../book/book.ts";
import { balanceOf } from "../book/settle.ts";
import { withdrawableCents } from "../funds/take-back.ts";
import { deskTermsAt } from "../terms/posted-terms.ts";
import { rateText } from "../terms/term-texts.ts";
import { loadDesk, type Desk, type ViewDeps } from "./load-desk.ts";
import { textOf } from "../book/fill-detail.ts";
import { percentText } from "./present.ts";

export async function viewAccount(deps: ViewDeps, userId: string) {
  const { database, clock } = deps;
  const now = clock.now();
  const [desk, { centsPerBtc }, { conversionCost }] = await Promise.all([
    loadDesk(deps, userId),
    referenceValuesAt(database, now),
    deskTermsAt(database, now),
  ]);
  const principal = principalWithin(desk.principal, balanceOf(desk.balance));
  return {
    ...figuresOf(desk),
    principalSats: principal.sats,
    principalCents: principal.cents,
    highestCentsPerBtc: principal.highestRateCents,
    centsPerBtc,
    conversionCost: shareText(conversionCost),
    mailsFills: desk.mailsFills,
    mailsAlerts: desk.mailsAlerts,
    textsAlerts: desk.textsAlerts,
    now,
  };
}

/** Returns an account's figures in cents. */
export function figuresOf(desk: Desk) {
  const { balance, trades, pending, quotes, lastTransaction } = desk;
  const balanceCents = balanceOf(balance);
  const value = valueAccount(
    accountOf(quotes ? desk : { ...desk, trades: [] }),
    quotes ?? (() => undefined),
  );
  const [trade] = trades;
  const pricedMs = quotes && (trade ? quotes(trade.instrument) : undefined)?.timeMs;
  return {
    balanceCents,
    unrealisedCents: shown(value.unrealised),
    navCents: shown(value.nav),
    marginUsedCents: shown(value.marginUsed),
    marginAvailableCents: shown(value.available),
    withdrawableCents: withdrawableCents(desk, quotes),
    marginLevel: percentText(levelOf(value)),
    isMarginCall: isMarginCall(value),
    advanceCents: balance.advanceCents,
    openTradeCount: trades.length,
    pendingOrderCount: pending.length,
    lastTransactionId: lastTransaction,
    marginRates: Object.fromEntries(
      (desk.marginRates?.[BLIND_PAIR.id] === undefined ? PAIRS : [BLIND_PAIR]).map(
        ({ id, name, marginRate }) => [name, rateText(desk.marginRates?.[id] ?? marginRate)],
      ),
    ),
    pricedAt: pricedMs === undefined ? null : new Date(pricedMs),
  };
}

/** Returns the positions in stop-out order: the position that would be closed first comes first. */
export async function viewPositions(deps: ViewDeps, userId: string) {
  const desk = await loadDesk(deps, userId);
  const { quotes, trades } = desk;
  if (!quotes || trades.length === 0) return [];
  const account = accountOf(desk);
  const { positions } = valueAccount(account, quotes);
  return closingOrder(positions).map(({ instrument, units, unrealised, margin }, index) => ({
    instrument: instrument.name,
    units,
    averagePrice: averagePrice(instrument, account.trades),
    unrealisedCents: shown(unrealised),
    marginUsedCents: shown(margin),
    closesAs: index + 1,
    stopOutPrice: textOf(stopOutPrice(account, instrument, quotes), instrument),
  }));
}

/** Returns the average entry price, rounded to the instrument's price step. */
function averagePrice(
  instrument: Instrument,
  trades: readonly {
    readonly instrument: Instrument;
    readonly units: number;
    readonly price: number;
  }[],
): string {
  const own = trades.filter((trade) => trade.instrument === instrument);
  const units = own.reduce((sum, trade) => sum + BigInt(trade.units), 0n);
  const cost = own.reduce((sum, trade) => sum + BigInt(trade.units) * BigInt(trade.price), 0n);
  return priceText(
    Number(shown({ top: units < 0n ? -cost : cost, bottom: units < 0n ? -units : units })),
    instrument,
  );
}

/** Formats a share in 10^-6 as decimal text: 2,500 becomes 0.0025. */
function shareText(millionths: number): string {
  return formatAmount(BigInt(millionths), 6);
}
