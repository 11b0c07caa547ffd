/** Creates the messages about margin calls and stop-outs, with the figures that caused them. */
import { levelOf, priceText, shown, type AccountValue, type StopOutClose } from "#market";
import { formatAmount, USD_DECIMALS } from "#money";
import type { Notification } from "#notifications";
import type { Book } from "../book/book.ts";
import { balanceOf } from "../book/settle.ts";
import { percentText } from "../views/present.ts";

export function marginCallMessage(
  { userId, at }: Book,
  value: AccountValue,
): Notification<"forex_margin_call"> {
  return { userId, template: "forex_margin_call", values: figures(value), now: at };
}

export function stopOutMessage(
  { userId, at, balance }: Book,
  before: AccountValue,
  closes: readonly StopOutClose[],
): Notification<"forex_stop_out"> {
  const balanceCents = balanceOf(balance);
  const values = {
    ...figures(before),
    closed: closes.map(closeText).join("\n"),
    left: usd(balanceCents > 0n ? balanceCents : 0n),
  };
  return { userId, template: "forex_stop_out", values, now: at };
}

function closeText({ instrument, units, price, reductions }: StopOutClose): string {
  const result = reductions.reduce((sum, { realisedCents }) => sum + realisedCents, 0n);
  const side = units < 0 ? "long" : "short";
  const size = Math.abs(units).toLocaleString("en-US");
  const name = instrument.name.replace("_", "/");
  return `${name} ${side} ${size} at ${priceText(price, instrument)}: ${usd(result)} USD`;
}

function figures(value: AccountValue) {
  return {
    navUsd: usd(shown(value.nav)),
    marginUsd: usd(shown(value.marginUsed)),
    level: percentText(levelOf(value)) ?? "0.00",
  };
}

function usd(cents: bigint): string {
  return formatAmount(cents, USD_DECIMALS);
}
