/** Lists the postings of one event, page by page, each with the resulting balance. */
import { clsx } from "clsx";
import { ReceiptLink } from "../../ui/navigation/ReceiptLink.tsx";
import { When } from "../../ui/time/When.tsx";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { Cause } from "./Cause.tsx";
import { eventTitle } from "./event-words.ts";
import { codeWords, historyTexts as texts } from "./strings.ts";
import { useEventEntries, type Entry, type LedgerEvent } from "./use-events.ts";

/** If `isWide` is true, each posting takes one line instead of two. */
export function EventPostings(props: { event: LedgerEvent; isWide?: boolean }) {
  const entries = useEventEntries(props.event.key);
  return (
    <Loaded query={entries} isFlush lines={2}>
      {({ pages }) => (
        <>
          <ul
            aria-label={`${texts.postings}: ${eventTitle(props.event)}`}
            className="w-full text-sm"
          >
            {pages
              .flatMap(({ items }) => items)
              .map((entry) => (
                <Posting
                  key={`${entry.transferId} ${entry.account}`}
                  entry={entry}
                  isWide={props.isWide === true}
                />
              ))}
          </ul>
          <p className={clsx("px-4 py-2 text-sm empty:hidden", props.isWide && "md:hidden")}>
            <Cause cause={props.event.cause} name={props.event.about?.name} />
          </p>
          <div className="px-4 py-2 empty:hidden md:px-5">
            <WithdrawalReceipt event={props.event} />
          </div>
          <MorePages pages={entries} label={texts.morePostings} />
        </>
      )}
    </Loaded>
  );
}

/** A link to the receipt of a withdrawal that was paid on the chain. */
function WithdrawalReceipt({ event: { cause, about } }: { event: LedgerEvent }) {
  const isPaid = about?.state === "completed" && about.address !== null;
  return cause !== null && isPaid ? <ReceiptLink kind="withdrawal" id={cause} /> : null;
}

function Posting({ entry, isWide }: { entry: Entry; isWide: boolean }) {
  return (
    <li
      className={clsx(
        "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line px-4 py-2 last:border-b-0",
        isWide &&
          "md:min-h-9 md:grid-cols-[7.5rem_minmax(0,1fr)_14rem_11rem] md:items-center md:px-5 md:py-1",
      )}
    >
      <span className={clsx("truncate", isWide && "md:order-2")}>
        {codeWords(entry.code, entry.cause)}{" "}
        {entry.account === "held" ? <Tag>{texts.accounts.held}</Tag> : null}{" "}
        <span className="mono text-xs text-fg-2" title={texts.entryNumberHint}>
          {texts.entryNumber(String(entry.version))}
        </span>
      </span>
      <span className={clsx("text-right", isWide && "md:order-4")}>
        <Money sats={entry.amountSats} cents={entry.amountCents} isSigned />
      </span>
      <When
        at={entry.at}
        className={clsx("mono text-xs text-fg-2", isWide && "md:order-1 md:text-sm")}
      />
      <span className={clsx("text-right text-xs text-fg-2", isWide && "md:order-3 md:text-sm")}>
        {texts.after} <Money sats={entry.balanceAfterSats} cents={entry.balanceAfterCents} />
      </span>
    </li>
  );
}

function Money(props: { sats: number | null; cents: number | null; isSigned?: boolean }) {
  const isSigned = props.isSigned ?? false;
  if (props.sats !== null) return <Amount sats={props.sats} isSigned={isSigned} />;
  if (props.cents !== null) return <Usd cents={props.cents} isSigned={isSigned} />;
  return null;
}
