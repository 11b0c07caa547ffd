/** Compares the coins in the node's wallet with the coins in the books. */
import { clsx } from "clsx";
import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Figure, Plate, Plates } from "../../ui/layout/Plates.tsx";
import { NotMonitored } from "../../ui/layout/Tag.tsx";
import { booksTexts as texts } from "./strings.ts";

type Stats = ApiAnswer<"getAdminStats">;

export function Books({ books, health }: Pick<Stats, "books" | "health">) {
  const difference = books && books.bookedSats - books.walletSats;
  const paused = health.withdrawalsPaused;
  return (
    <Plates label={texts.label} className="sm:grid-cols-2 xl:grid-cols-[1.2fr_repeat(3,1fr)]">
      <div className="flex gap-3 bg-surface px-5 py-4 max-md:px-4 sm:max-xl:col-span-2">
        <Verdict difference={difference}>
          {books === null ? texts.notYet : texts.agree(wholeText(books.height))}
          {paused === null ? null : <span className="mt-1 block text-down">{paused}</span>}
        </Verdict>
      </div>
      <Sum label={texts.wallet} sats={books && books.walletSats} />
      <Sum label={texts.booked} sats={books && books.bookedSats} />
      <Sum label={texts.difference} sats={difference} isDifference />
    </Plates>
  );
}

function Verdict(props: { difference: number | null; children: ReactNode }) {
  const { difference } = props;
  const isBad = difference !== null && difference !== 0;
  const Icon = isBad ? TriangleAlert : Check;
  return (
    <>
      <Icon
        className={clsx(
          "mt-0.5 size-[18px] flex-none",
          isBad && "text-down",
          !isBad && (difference === null ? "text-fg-3" : "text-up"),
        )}
        strokeWidth={1.5}
        aria-hidden
      />
      <div className="min-w-0">
        <h2 className="font-semibold">
          {difference === null ? texts.unknown : isBad ? texts.apart : texts.whole}
        </h2>
        <p className="mt-0.5 text-xs text-fg-2">{isBad ? texts.apartText : props.children}</p>
      </div>
    </>
  );
}

function Sum(props: { label: string; sats: number | null; isDifference?: boolean }) {
  const isBad = props.isDifference === true && props.sats !== null && props.sats !== 0;
  return (
    <Plate label={props.label} className={props.isDifference ? "sm:max-xl:col-span-2" : undefined}>
      {props.sats === null ? (
        <span>
          <NotMonitored />
        </span>
      ) : (
        <span className={isBad ? "text-down" : undefined}>
          <Figure size="normal">
            <Amount sats={props.sats} isSigned={isBad} />
          </Figure>
        </span>
      )}
    </Plate>
  );
}
