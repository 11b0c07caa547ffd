/** Shows the most important facts of a transaction: amount, recipient and fee. */
import type { ReactNode } from "react";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Sentence } from "../../../ui/layout/Sentence.tsx";
import { Figure } from "../../../ui/layout/Plates.tsx";
import { trackerTexts as texts } from "./strings.ts";

/**
 * Shows the amount of the user's own withdrawal or deposit, or the total of all outputs for any
 * other transaction.
 */
export function LeadFacts({ transaction }: { transaction: ApiAnswer<"getTransaction"> }) {
  const { own, outputs, outputSats, minerFeeSats } = transaction;
  const [mine] = own;
  if (mine === undefined) {
    const [first] = outputs;
    return (
      <Lead
        amountLabel={texts.paid}
        amountSats={outputSats}
        to={outputs.length === 1 && first !== undefined ? first.address : null}
        others={outputs.length}
        feeLabel={texts.minerFee}
        feeSats={minerFeeSats}
      />
    );
  }
  return (
    <Lead
      amountLabel={mine.kind === "deposit" ? texts.received : texts.arrives}
      amountSats={mine.amountSats}
      to={mine.address}
      feeLabel={texts.withdrawalFee}
      feeSats={mine.feeSats}
      minerFeeSats={transaction.simulated === null ? mine.minerFeeSats : 0}
    />
  );
}

function Lead(props: {
  amountLabel: string;
  amountSats: number | null;
  /** Recipient address. Null if there are several recipients or none yet. */
  to: string | null;
  others?: number;
  feeLabel: string;
  feeSats: number | null;
  /** The miner's part of a withdrawal fee. Absent if the miner receives the whole fee. */
  minerFeeSats?: number | null;
}) {
  const { amountSats, to, others = 0, feeSats } = props;
  return (
    <dl className="grid gap-x-8 gap-y-3 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Fact label={props.amountLabel}>
        {amountSats === null ? "-" : <Amount sats={amountSats} />}
      </Fact>
      <Fact label={texts.to}>
        {to === null ? (
          texts.addresses(others)
        ) : (
          <span
            translate="no"
            className="mono flex items-center gap-1 text-sm leading-5 font-normal"
          >
            <span className="break-all">{to}</span>
            <CopyButton text={to} label={texts.copyAddress} />
          </span>
        )}
      </Fact>
      <Fact label={props.feeLabel}>
        {feeSats === null ? texts.noFee : <Amount sats={feeSats} />}
        {feeSats === null || props.minerFeeSats === undefined ? null : (
          <FeeSplit feeSats={feeSats} minerFeeSats={props.minerFeeSats} />
        )}
      </Fact>
    </dl>
  );
}

/**
 * Shows how the fee is split. If a payment from many small coins costs more than the user's fee,
 * the operator pays the difference.
 */
function FeeSplit(props: { feeSats: number; minerFeeSats: number | null }) {
  const { feeSats, minerFeeSats } = props;
  if (minerFeeSats === null)
    return <span className="block text-xs text-fg-2">{texts.splitToCome}</span>;
  const rest = feeSats - minerFeeSats;
  const sentences = [
    texts.minerGets,
    ...(rest > 0 ? [texts.operatorKeeps] : []),
    ...(rest < 0 ? [texts.operatorAdds] : []),
  ];
  return (
    <span className="block text-xs text-fg-2">
      <Sentence
        text={sentences.join(" ")}
        parts={{
          miner: <Amount sats={minerFeeSats} />,
          rest: <Amount sats={Math.abs(rest)} />,
        }}
      />
    </span>
  );
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-medium text-fg-2">{props.label}</dt>
      <dd>
        <Figure size="normal">
          <span className="whitespace-normal">{props.children}</span>
        </Figure>
      </dd>
    </div>
  );
}
