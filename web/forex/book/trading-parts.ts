/**
 * The parts of trading.ts, loaded when there is an account to trade with; with the page already
 * where this browser has seen one.
 */
import { lazy } from "react";
import { storedChoice } from "../../preferences/stored-choice.ts";

const load = () => import("./trading.ts");

export const CloseDialog = lazy(async () => ({ default: (await load()).CloseDialog }));
export const CsvButton = lazy(async () => ({ default: (await load()).CsvButton }));
export const OpenPositions = lazy(async () => ({ default: (await load()).OpenPositions }));
export const ReverseDialog = lazy(async () => ({ default: (await load()).ReverseDialog }));
export const Ticket = lazy(async () => ({ default: (await load()).Ticket }));

const seenChoice = storedChoice("forex-account", ["empty", "used"], "empty");

/** A failure is met again, and shown, where a part is drawn. */
export function loadTrading(): void {
  load().catch(() => {});
}

/** Before the account is known. */
export function loadTradingAhead(): void {
  if (seenChoice.get() === "used") loadTrading();
}

export function noteAccount(isUnused: boolean): void {
  const now = isUnused ? "empty" : "used";
  if (seenChoice.get() !== now) seenChoice.set(now);
}
