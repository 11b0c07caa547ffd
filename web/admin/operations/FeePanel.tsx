/** Compares a payment's current network fee with the fee that users pay. */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { NotMonitored } from "../../ui/layout/Tag.tsx";
import { rateText, type Operations } from "./operations.ts";
import { feeTexts as texts } from "./strings.ts";

const KILO = 1_000;

export function FeePanel({ fee }: { fee: Operations["fee"] }) {
  const { rate, mempoolCount, usualSats, inputSats, feeSats, marketSats } = fee;
  return (
    <Panel title={texts.title} foot={rate === null ? texts.silent : undefined}>
      <div className="grid gap-4">
        {rate?.isTooHigh ? <Note kind="bad">{texts.tooHigh}</Note> : null}
        <KeyValues>
          <KeyValue label={texts.rate}>
            {rate === null ? (
              <NotMonitored />
            ) : (
              <>
                {texts.perVb(rateText(rate.satsPerKvb, KILO))}
                <span className="block text-xs font-normal whitespace-normal text-fg-2">
                  {rate.isEstimated ? texts.estimated : texts.fallback}
                </span>
              </>
            )}
          </KeyValue>
          <KeyValue label={texts.mempool}>
            {mempoolCount === null ? <NotMonitored /> : texts.transactions(wholeText(mempoolCount))}
          </KeyValue>
          <KeyValue label={texts.usual(wholeText(fee.usualVirtualBytes))}>
            <AmountOrNot sats={usualSats} />
          </KeyValue>
          <KeyValue label={texts.more}>
            <AmountOrNot sats={inputSats} />
          </KeyValue>
          <KeyValue label={texts.fee}>
            <Amount sats={feeSats} />
          </KeyValue>
          {marketSats === 0 ? null : (
            <KeyValue label={texts.market}>
              <Amount sats={marketSats} />
            </KeyValue>
          )}
          {usualSats === null ? null : (
            <KeyValue label={texts.left}>
              <Amount sats={feeSats + marketSats - usualSats} isResult />
            </KeyValue>
          )}
          <KeyValue label={texts.covered}>{texts.perVb(wholeText(fee.coveredSatsPerVb))}</KeyValue>
        </KeyValues>
      </div>
    </Panel>
  );
}

function AmountOrNot({ sats }: { sats: number | null }) {
  return sats === null ? <NotMonitored /> : <Amount sats={sats} />;
}
