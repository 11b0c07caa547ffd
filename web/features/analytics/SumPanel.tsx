/**
 * Shows the balance check, which the server has verified: opening + contributions + income - cost -
 * withdrawals = closing.
 */
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import type { Analytics } from "./report.ts";
import { dayText } from "./day-text.ts";
import { analyticsTexts as texts, sumLabels } from "./strings.ts";

type Sum = Analytics["btc"];

const MINUS = "\u2212";

const TERMS = [
  ["opening", ""],
  ["contributions", "+"],
  ["income", "+"],
  ["cost", MINUS],
  ["withdrawals", MINUS],
  ["converted", "+"],
  ["closing", "="],
] as const;

export function SumPanel({ analytics }: { analytics: Analytics }) {
  const { btc, usd, from, to } = analytics;
  const isBalanced = btc.isBalanced && usd.isBalanced;
  const { isBalanced: _, ...usdAmounts } = usd;
  const hasUsd = Object.values(usdAmounts).some((cents) => cents !== 0);
  return (
    <Panel
      title={texts.sum}
      tags={
        <Tag kind={isBalanced ? "up" : "down"}>
          {isBalanced ? texts.addsUp : texts.doesNotAddUp}
        </Tag>
      }
      end={<span className="text-xs text-fg-2">{texts.period(dayText(from), dayText(to))}</span>}
    >
      <div className="grid gap-4">
        <SumLine sum={btc} name="BTC" />
        {hasUsd ? <SumLine sum={usd} name="USD" /> : null}
        {isBalanced ? null : <Note kind="bad">{texts.doesNotAddUpText}</Note>}
      </div>
    </Panel>
  );
}

function SumLine({ sum, name }: { sum: Sum; name: "BTC" | "USD" }) {
  const terms = TERMS.filter(([term]) => term !== "converted" || sum.converted !== 0);
  return (
    <dl
      aria-label={`${texts.sum}, ${name}`}
      className="flex flex-wrap items-end gap-x-5 gap-y-3 max-md:grid max-md:gap-0"
    >
      {terms.map(([term, sign]) => (
        <div
          key={term}
          className="grid gap-0.5 max-md:flex max-md:justify-between max-md:border-b max-md:border-line max-md:py-[7px] max-md:last:border-b-0"
        >
          <dt className="text-xs text-fg-2">{sumLabels[term]}</dt>
          <dd className="text-right text-md font-[550] whitespace-nowrap">
            {sign === "" ? null : <Sign sign={isTakenAway(term, sum) ? MINUS : sign} />}{" "}
            {name === "BTC" ? (
              <Amount sats={shownOf(term, sum)} hasUnit={false} />
            ) : (
              <Usd cents={shownOf(term, sum)} hasUnit={false} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Sign({ sign }: { sign: string }) {
  return <span className="mr-1 text-fg-3">{sign}</span>;
}

type Term = (typeof TERMS)[number][0];

/**
 * True if the term is subtracted. The sign of a conversion depends on its amount, because users
 * convert in both directions.
 */
function isTakenAway(term: Term, sum: Sum): boolean {
  return term === "converted" && sum.converted < 0;
}

function shownOf(term: Term, sum: Sum): number {
  return isTakenAway(term, sum) ? -sum[term] : sum[term];
}
