/** The proof above the list: the sums of all events are what the accounts hold. */
import { Check, X } from "lucide-react";
import { Fragment } from "react";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { historyTexts as texts } from "./strings.ts";
import type { Proof } from "./use-events.ts";

export function AddsUp({ proof }: { proof: Proof }) {
  if (proof.length === 0) return null;
  const isRight = proof.every(({ sum, balance }) => sum === balance);
  const Mark = isRight ? Check : X;
  return (
    <p className="border-b border-line px-5 py-2.5 text-sm text-fg-2 max-md:px-4">
      <span className={isRight ? "text-up" : "text-down"}>
        <Mark className="mr-1.5 inline size-4 align-text-bottom" strokeWidth={1.5} aria-hidden />
        {isRight ? texts.addsUp : texts.addsNotUp}
      </span>{" "}
      {texts.allEvents}{" "}
      {proof.map(({ asset, account, sum }, index) => (
        <Fragment key={`${asset} ${account}`}>
          {index === 0 ? "" : ", "}
          <span className="whitespace-nowrap text-fg">
            {asset === "BTC" ? <Amount sats={sum} /> : <Usd cents={sum} />}
          </span>{" "}
          {account}
        </Fragment>
      ))}
    </p>
  );
}
