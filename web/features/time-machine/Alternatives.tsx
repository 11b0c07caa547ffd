/** Compares three uses of the same money over the same days, with the results measured in coins. */
import { clsx } from "clsx";
import { Plate, Plates } from "../../ui/layout/Plates.tsx";
import { outcomeFigure } from "./figure-text.ts";
import type { Replay, Stretch } from "./replay.ts";
import { timeMachineTexts as texts } from "./strings.ts";

const ONE = 1_000_000n;

export function Alternatives({ replay, stretch }: { replay: Replay; stretch: Stretch }) {
  const { sold, kept, bought, coins } = stretch;
  const isStake = replay.terms.kind === "coins";
  return (
    <Plates label={texts.perDollar} className="grid-cols-2 md:max-xl:grid-cols-4">
      {isStake ? (
        <Way label={texts.staked} foot={texts.perDollar} outcome={kept} isChosen />
      ) : (
        <>
          <Way
            label={texts.sold}
            foot={texts.soldFoot}
            outcome={sold}
            isChosen={replay.mode === "sold"}
          />
          <Way
            label={texts.kept}
            foot={texts.keptFoot}
            outcome={kept}
            isChosen={replay.mode === "kept"}
          />
        </>
      )}
      <Way label={texts.bought} foot={texts.boughtFoot} outcome={bought} />
      {isStake ? null : <Way label={texts.coinsAlone} foot={texts.coinsFoot} outcome={coins} />}
    </Plates>
  );
}

function Way(props: { label: string; foot: string; outcome: bigint; isChosen?: boolean }) {
  const { outcome } = props;
  return (
    <Plate
      label={props.label}
      foot={props.foot}
      className={clsx(props.isChosen && "shadow-[inset_0_2px_0_var(--accent-line)]")}
    >
      <span data-way={props.label} className="figure wrap-anywhere whitespace-normal">
        <span className={outcome < ONE ? "text-down" : "text-up"}>{outcomeFigure(outcome)}</span>
      </span>
      <span className="text-xs text-fg-2">{outcome < ONE ? texts.isBelow : texts.isPaidBack}</span>
    </Plate>
  );
}
