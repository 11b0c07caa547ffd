/** One journal entry: the trade with its chart, the plan, and the note. Esc returns to the list. */
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { When } from "../../../ui/time/When.tsx";
import { nameOf, type JournalEntry } from "./journal-entry.ts";
import { useEntry } from "./journal-queries.ts";
import { NoteForm } from "./NoteForm.tsx";
import { PlanPart } from "./PlanPart.tsx";
import { journalTexts as texts } from "./strings.ts";
import { TradeChart } from "./TradeChart.tsx";

export function EntryView({ id, onBack }: { id: string; onBack: () => void }) {
  const entry = useEntry(id);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc is a shortcut of the button
    <div
      className="grid gap-4 p-5 max-md:p-4"
      onKeyDown={(event) => {
        if (event.key === "Escape") onBack();
      }}
    >
      <div>
        <Button ref={back} size="small" variant="quiet" onClick={onBack}>
          <ArrowLeft className="size-4" strokeWidth={1.5} aria-hidden />
          {texts.back}
        </Button>
      </div>
      <Loaded query={entry} lines={8} still={texts.still}>
        {(data) => <Shown entry={data} />}
      </Loaded>
    </div>
  );
}

function Shown({ entry }: { entry: JournalEntry }) {
  const { trade } = entry;
  return (
    <>
      <h2 className="text-lg font-semibold">{nameOf(entry)}</h2>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-4">
          {trade === null ? null : <TradeChart entry={entry} trade={trade} />}
          <Figures entry={entry} />
          <PlanPart key={`${entry.id} ${entry.isPlanFrozen}`} entry={entry} />
        </div>
        <NoteForm key={entry.id} entry={entry} />
      </div>
    </>
  );
}

function Figures({ entry }: { entry: JournalEntry }) {
  const { trade, stopLoss, takeProfit } = entry;
  const price = (text: string | null) => (
    <span translate="no" className="mono">
      {text === null ? texts.none : withMarks(text)}
    </span>
  );
  return (
    <KeyValues>
      {trade === null ? null : (
        <>
          <KeyValue label={texts.opened}>
            <When at={trade.openedAt} />
          </KeyValue>
          {trade.closedAt === null ? null : (
            <KeyValue label={texts.closed}>
              <When at={trade.closedAt} />
            </KeyValue>
          )}
          <KeyValue label={texts.entry}>{price(trade.price)}</KeyValue>
          <KeyValue label={texts.exit}>{price(trade.closePrice)}</KeyValue>
        </>
      )}
      <KeyValue label={texts.stop}>{price(stopLoss)}</KeyValue>
      <KeyValue label={texts.target}>{price(takeProfit)}</KeyValue>
      {trade === null || trade.closedAt === null ? null : (
        <>
          <KeyValue label={texts.financing}>
            <Usd cents={trade.financingCents} isSigned />
          </KeyValue>
          <KeyValue label={texts.result}>
            <Usd cents={trade.realisedCents + trade.financingCents} isSigned isResult />
          </KeyValue>
        </>
      )}
    </KeyValues>
  );
}
