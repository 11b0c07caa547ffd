/** Shows the sold, the modelled and the measured hash rate. */
import { measuredRateText } from "../../ui/amounts/measured-rate.ts";
import { hashRateText } from "../../ui/amounts/number-format.ts";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { NotMonitored } from "../../ui/layout/Tag.tsx";
import type { Transparency } from "./transparency.ts";
import { hashRateTexts as texts } from "./strings.ts";

type HashRate = Transparency["hashRate"];

export function HashRatePanel({ hashRate }: { hashRate: HashRate }) {
  return (
    <Panel title={texts.title} foot={texts.foot}>
      <KeyValues>
        <KeyValue label={texts.sold}>{hashRateText(hashRate.soldThs)}</KeyValue>
        <KeyValue label={texts.modelled}>{hashRateText(hashRate.modelledThs)}</KeyValue>
        <KeyValue label={texts.measured}>
          <Measured hashRate={hashRate} />
        </KeyValue>
      </KeyValues>
    </Panel>
  );
}

function Measured({ hashRate: { measuredThs, isPoolMonitored } }: { hashRate: HashRate }) {
  if (!isPoolMonitored) return <NotMonitored />;
  return measuredThs === null ? texts.noShares : measuredRateText(measuredThs);
}
