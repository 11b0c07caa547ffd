/** Compares the coins on the chain with the ledger, as an addition. */
import { Amount } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import type { Transparency } from "./transparency.ts";
import { coinsTexts as texts } from "./strings.ts";

type Coins = NonNullable<Transparency["coins"]>;

const MINUS = "\u2212";

const TERMS = [
  ["hotSats", ""],
  ["coldSats", "+"],
  ["inFlightSats", "+"],
  ["outOfChainSats", MINUS],
  ["uncreditedSats", MINUS],
  ["bookedSats", "="],
] as const;

export function CoinsPanel({ coins }: Pick<Transparency, "coins">) {
  if (coins === null)
    return (
      <Panel title={texts.title} isFlush>
        <Empty title={texts.empty}>{texts.emptyText}</Empty>
      </Panel>
    );
  const isEqual = coins.differenceSats === 0;
  return (
    <Panel
      title={texts.title}
      tags={<Tag kind={isEqual ? "up" : "down"}>{isEqual ? texts.agrees : texts.differs}</Tag>}
      foot={texts.foot}
    >
      <Addition coins={coins} />
    </Panel>
  );
}

function Addition({ coins }: { coins: Coins }) {
  return (
    <dl
      aria-label={texts.sum}
      className="flex flex-wrap items-end gap-x-5 gap-y-3 max-md:grid max-md:gap-0"
    >
      {TERMS.map(([term, sign]) => (
        <Term key={term} label={texts.terms[term]} sign={sign} sats={coins[term]} />
      ))}
      <Term label={texts.difference} sign="" sats={coins.differenceSats} />
    </dl>
  );
}

function Term({ label, sign, sats }: { label: string; sign: string; sats: number }) {
  return (
    <div className="grid gap-0.5 max-md:flex max-md:justify-between max-md:gap-x-4 max-md:border-b max-md:border-line max-md:py-[7px] max-md:last:border-b-0">
      <dt className="text-xs text-fg-2">{label}</dt>
      <dd className="text-md font-[550] whitespace-nowrap max-md:text-right">
        {sign === "" ? null : <span className="mr-1 text-fg-3">{sign}</span>}
        <Amount sats={sats} unit="BTC" hasUnit={false} />
      </dd>
    </div>
  );
}
