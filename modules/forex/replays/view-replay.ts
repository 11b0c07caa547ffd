/** Returns a replay's current state: its time, its account, and the prices at that time. */
import { dayAt, isMarketOpen, openingOf, PAIRS, priceText } from "#market";
import { blindTitle, presentBlind } from "../blind/present-blind.ts";
import { hoursAt } from "../feed/hours.ts";
import { figuresOf } from "../views/account.ts";
import { loadDesk } from "../views/load-desk.ts";
import { lessonOf } from "./lesson.ts";
import type { OpenReplay } from "./open-replay.ts";
import { parentOf } from "./parent-equity.ts";
import type { ReplayRow } from "./replays-table.ts";

export async function viewReplay({
  row,
  desk,
  market,
}: Pick<OpenReplay, "row" | "desk" | "market">) {
  const timeMs = desk.clock.now().getTime();
  const [own, parent, now, values, opening] = await Promise.all([
    loadDesk(desk, row.id),
    parentOf({ row, desk, market }),
    market.quotesAt(timeMs),
    market.valuedAt(timeMs),
    market.quotesAt(openingOf(dayAt(timeMs))),
  ]);
  const isOpen = isMarketOpen(timeMs);
  return {
    replay: presentReplay({ ...row, clockAt: desk.clock.now() }),
    account: figuresOf(own),
    parent,
    lesson: lessonOf({ ...row, clockAt: desk.clock.now() }),
    board: {
      practice: true as const,
      source: "replay" as const,
      label: market.label,
      time: desk.clock.now(),
      market: hoursAt(timeMs),
      quotes: (market.only ? [market.only] : PAIRS).map((pair) => {
        const quote = now?.(pair) ?? values?.(pair);
        const first = opening?.(pair);
        return {
          instrument: pair.name,
          status: statusOf({ isOpen, hasPrice: now?.(pair) !== undefined }),
          time: quote ? new Date(quote.timeMs) : null,
          bid: quote ? priceText(quote.bid, pair) : null,
          ask: quote ? priceText(quote.ask, pair) : null,
          dayOpen: first ? priceText((first.bid + first.ask) / 2, pair) : null,
          dayHigh: null,
          dayLow: null,
        };
      }),
    },
  };
}

type Status = "tradeable" | "halted" | "closed";

function statusOf({
  isOpen,
  hasPrice,
}: {
  readonly isOpen: boolean;
  readonly hasPrice: boolean;
}): Status {
  if (!isOpen) return "closed";
  return hasPrice ? "tradeable" : "halted";
}

export function presentReplay(row: ReplayRow) {
  const { id, instrument, begunAt, endedAt, startsAt, clockAt, pace, jumpTo, priceFileId } = row;
  const { startCents, leverage, spreadFactor, famous, answer, branchOf, branchedAt } = row;
  return {
    id,
    title: blindTitle(row),
    instrument,
    begunAt,
    endedAt,
    startsAt,
    time: clockAt,
    pace,
    jumpTo,
    priceFileId,
    startCents,
    leverage,
    spreadFactor,
    famous,
    answer,
    branchOf,
    branchedAt,
    blind: presentBlind(row),
  };
}
