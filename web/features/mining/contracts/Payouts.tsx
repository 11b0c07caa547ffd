/**
 * Lists payouts with all their inputs, and recomputes them in the browser. Old payouts are combined
 * by day.
 */
import { clsx } from "clsx";
import { useState } from "react";
import { checkPayout } from "#economics";
import { api } from "../../../data/api/call.ts";
import { usePages } from "../../../data/api/use-pages.ts";
import { dateText, spanText, withZone } from "../../../ui/time/time-text.ts";
import { ReceiptLink } from "../../../ui/navigation/ReceiptLink.tsx";
import { When } from "../../../ui/time/When.tsx";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { difficultyText, hashRateText } from "../reference/figure-text.ts";
import { wrongNeighbours, type Statement } from "./payout-neighbours.ts";
import { contractTexts as texts } from "./strings.ts";

const SHOWN = 10;
const columns = texts.payoutColumns;
/**
 * Classes for narrow screens, which show only the last four payouts with end time, amount and
 * check. The kind is below the time to save space.
 */
const ONE_LINE =
  "max-md:[&_tr]:grid-cols-[minmax(0,1fr)_auto_auto]! max-md:[&_td.lead]:flex-wrap max-md:[&_td.lead]:gap-y-1! max-md:[&_tbody_tr:nth-child(n+5)]:hidden!";

/** Lists payouts of one kind or, if `kind` is absent, of all kinds. */
export function Payouts(props: { kind?: Statement["kind"] }) {
  const statements = usePages(["listStatements", "pages", props], (at) =>
    api("listStatements", { query: { limit: SHOWN, ...props, ...at } }),
  );
  const [hasInputs, setHasInputs] = useState(false);
  const items = statements.data?.pages.flatMap((page) => page.items) ?? [];
  const wrong = wrongNeighbours(items);
  return (
    <Panel
      title={texts.payouts}
      isFlush
      foot={texts.payoutsFoot}
      end={
        items.length === 0 ? null : (
          <Button
            size="small"
            variant="quiet"
            className="md:hidden"
            aria-expanded={hasInputs}
            onClick={() => setHasInputs(!hasInputs)}
          >
            {hasInputs ? texts.inputsHide : texts.inputsShow}
          </Button>
        )
      }
    >
      <Loaded query={statements} isFlush>
        {() =>
          items.length === 0 ? (
            <p className="px-5 py-6 text-sm text-fg-2 max-md:px-4">{texts.payoutsEmpty}</p>
          ) : (
            <>
              <div className="overflow-x-auto">
                <Table
                  shape={hasInputs ? "stack" : "list"}
                  className={hasInputs ? undefined : ONE_LINE}
                  caption={texts.payouts}
                  columns={[
                    withZone(columns.until),
                    columns.time,
                    columns.inputs,
                    { label: columns.computed, isNumber: true },
                    { label: columns.carried, isNumber: true },
                    { label: columns.paid, isMoney: true },
                    { label: columns.power, isMoney: true },
                    columns.check,
                  ]}
                >
                  {items.map((statement) => (
                    <Row
                      key={statement.id}
                      statement={statement}
                      follows={!wrong.has(statement)}
                      hasInputs={hasInputs}
                    />
                  ))}
                </Table>
              </div>
              <div className={hasInputs ? undefined : "max-md:hidden"}>
                <MorePages pages={statements} label={texts.payoutsOlder} />
              </div>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Row({
  statement,
  follows,
  hasInputs,
}: {
  statement: Statement;
  follows: boolean;
  hasInputs: boolean;
}) {
  const { segments } = statement;
  const check = checkPayout(statement);
  const addsUp = check.addsUp && follows;
  const input = hasInputs ? undefined : "hide-small";
  const seconds = segments.reduce((sum, segment) => sum + Number(segment.seconds), 0);
  return (
    <tr>
      <Cell className="lead">
        <Until statement={statement} />
      </Cell>
      <Cell label={columns.time} className={input}>
        {spanText(seconds)}
      </Cell>
      <Cell label={columns.inputs} className={input}>
        {texts.rateAt(
          each(segments.map((segment) => hashRateText(segment.hashRateThs))),
          each(segments.map((segment) => difficultyText(segment.difficulty))),
        )}
      </Cell>
      <Cell label={columns.computed} className={clsx("num", input)}>
        {satsText(check.workedOutNanosats)}
      </Cell>
      <Cell label={columns.carried} className={clsx("num", input)}>
        {satsText(BigInt(statement.carryAfterNanosats))}
      </Cell>
      <Cell label={columns.paid} isMoney>
        <Amount sats={statement.payoutSats} hasUnit={false} />
      </Cell>
      <Cell label={columns.power} isMoney className={input}>
        <Power statement={statement} />
      </Cell>
      <Cell label={columns.check}>
        <Tag kind={addsUp ? "up" : "down"}>{addsUp ? texts.adds : texts.addsNot}</Tag>{" "}
        <ReceiptLink kind="mining" id={statement.id} />
      </Cell>
    </tr>
  );
}

/**
 * Shows the end of the payout, and the number of payouts if the row combines several. A row with a
 * single payout looks like any other row.
 */
function Until({ statement: { to, kind, payouts, compactedAt } }: { statement: Statement }) {
  const until = (
    <>
      <When at={to} className="mono" /> {kind === "boost" ? <Tag>{texts.boost}</Tag> : null}
      {kind === "rig" ? <Tag>{texts.rig}</Tag> : null}
    </>
  );
  if (compactedAt === null || payouts === 1) return until;
  return (
    <div className="py-1.5 text-left max-md:py-0">
      {until}
      <div className="text-xs text-fg-2">
        {texts.combined(payouts, dateText(new Date(compactedAt)))}
      </div>
    </div>
  );
}

function Power({ statement }: { statement: Statement }) {
  const { power, segments } = statement;
  if (power === null) return <>{texts.powerIncluded}</>;
  const tariffs = each(segments.map((segment) => segment.power?.usdPerKwh ?? ""));
  return (
    <span title={texts.powerTitle(satsText(checkPayout(statement).powerNanosats), tariffs)}>
      <Amount sats={-power.chargedSats} isSigned hasUnit={false} />
    </span>
  );
}

/** Joins the distinct values of the segments into one text. */
function each(values: readonly string[]): string {
  return [...new Set(values)].join(", ");
}

/** Formats 10^-9 sat as satoshis with nine decimals, such as `1.262334567`. */
function satsText(nanosats: bigint): string {
  const digits = nanosats.toString().padStart(10, "0");
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
