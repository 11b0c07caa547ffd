/** Lists the payouts for measured work with their inputs. A button recomputes all of them. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { usePages } from "../../data/api/use-pages.ts";
import { withMarks, wholeText } from "../../ui/preferences/number-marks.ts";
import { withZone } from "../../ui/time/time-text.ts";
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { ExportButton } from "../../ui/copy/ExportButton.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { saveCsv } from "../../ui/copy/save-csv.ts";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { recompute, type Recomputed } from "./recompute.ts";
import { workerTexts as texts } from "./strings.ts";
import { checkWork, type WorkStatement } from "./work-check.ts";
import { difficultyFigure, satsFigure, workFigure } from "./work-text.ts";

const SHOWN = 10;
const PAGE_MAX = 100;

export function WorkStatements() {
  const statements = usePages(["listWorkStatements"], (at) =>
    api("listWorkStatements", { query: { ...at, limit: SHOWN } }),
  );
  const isEmpty = statements.data?.pages[0]?.items.length === 0;
  return (
    <Panel
      title={texts.statements}
      isFlush
      end={isEmpty || statements.data === undefined ? undefined : <ExportButton save={save} />}
      foot={texts.statementsFoot}
    >
      <Loaded query={statements} isFlush>
        {({ pages }) =>
          isEmpty ? (
            <Empty title={texts.statementsEmpty}>{texts.statementsEmptyText}</Empty>
          ) : (
            <>
              <Recompute />
              <Table
                shape="stack"
                caption={texts.statements}
                columns={[
                  withZone(texts.paidAt),
                  { label: texts.work, isNumber: true },
                  texts.inputs,
                  { label: texts.workedOut, isNumber: true },
                  { label: texts.aboveCap, isNumber: true },
                  { label: texts.carried, isNumber: true },
                  { label: texts.paidAt, isMoney: true },
                  texts.check,
                ]}
              >
                {pages
                  .flatMap(({ items }) => items)
                  .map((statement) => (
                    <Row key={statement.id} statement={statement} />
                  ))}
              </Table>
              <MorePages pages={statements} label={texts.older} end={texts.oldest} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

async function save(): Promise<void> {
  const text = await api("exportWorkStatements");
  saveCsv(`hashfloor-practice-work-${new Date().toISOString().slice(0, 10)}.csv`, text);
}

/** Recomputes all payouts, including payouts that are not loaded on the page. */
function Recompute() {
  const [done, setDone] = useState(0);
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => {
      setDone(0);
      return recompute(
        (cursor) =>
          api("listWorkStatements", {
            query: { limit: PAGE_MAX, ...(cursor === undefined ? {} : { cursor }) },
          }),
        setDone,
      );
    },
    onError: toastError,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 max-md:px-4">
      <Button
        size="small"
        isBusy={isPending}
        busyLabel={texts.recomputing(wholeText(done))}
        onClick={() => mutate()}
      >
        {texts.recompute}
      </Button>
      <p className="text-sm text-fg-2" aria-live="polite">
        {data === undefined ? null : <Outcome result={data} />}
      </p>
    </div>
  );
}

function Outcome({ result: { payouts, lines, paidSats, wrong } }: { result: Recomputed }) {
  const [first] = wrong;
  if (first !== undefined)
    return (
      <span className="text-down">
        {texts.recomputedNot(wholeText(wrong.length), wholeText(first))}
      </span>
    );
  return (
    <>{texts.recomputed(wholeText(payouts), wholeText(lines), withMarks(paidSats.toString()))}</>
  );
}

/** Formats one UTC day as `2026-03-01`, or several days as the first and the last. */
function daysText(lines: WorkStatement["lines"]): string {
  const [first = "", last = ""] = [lines[0]?.day, lines.at(-1)?.day];
  return first === last ? first : texts.days(first, last);
}

function Row({ statement }: { statement: WorkStatement }) {
  const { lines } = statement;
  const { addsUp, workedOutNanosats, unpaidNanosats, workMicros } = checkWork(statement);
  return (
    <tr>
      <Cell className="lead">
        <When at={statement.paidAt} className="mono" />
      </Cell>
      <Cell label={texts.work} className="num">
        {workFigure(workMicros)}
      </Cell>
      <Cell label={texts.inputs}>
        {[...new Set(lines.map(({ difficulty }) => difficultyFigure(difficulty)))].join(", ")}
        <span className="text-fg-3"> {daysText(lines)}</span>
      </Cell>
      <Cell label={texts.workedOut} className="num">
        {satsFigure(workedOutNanosats)}
      </Cell>
      <Cell label={texts.aboveCap} className="num">
        {satsFigure(unpaidNanosats)}
      </Cell>
      <Cell label={texts.carried} className="num">
        {satsFigure(BigInt(statement.carryAfterNanosats))}
      </Cell>
      <Cell label={texts.paidAt} isMoney>
        <Amount sats={statement.payoutSats} hasUnit={false} />
      </Cell>
      <Cell label={texts.check}>
        <Tag kind={addsUp ? "up" : "down"}>{addsUp ? texts.adds : texts.addsNot}</Tag>
      </Cell>
    </tr>
  );
}
