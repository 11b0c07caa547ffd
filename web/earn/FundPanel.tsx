/** The honest panel: Bitcoin yields nothing by itself, who pays here, and from what, live. */
import { clsx } from "clsx";
import { Amount } from "../ui/Amount.tsx";
import { KeyValue, KeyValues } from "../ui/KeyValues.tsx";
import { Note } from "../ui/Note.tsx";
import { Panel } from "../ui/Panel.tsx";
import type { Fund } from "./earn-terms.ts";
import { fundTexts as texts } from "./strings.ts";

export function FundPanel({ fund, isWide = false }: { fund: Fund; isWide?: boolean }) {
  return (
    <Panel title={texts.title} foot={texts.rule}>
      <div
        className={clsx("grid items-start gap-x-10 gap-y-3 text-sm", isWide && "lg:grid-cols-2")}
      >
        <div className="grid gap-3">
          <p>{texts.noYield}</p>
          <p className="text-fg-2">{texts.fraud}</p>
          <Note>
            <strong>{texts.dishonestTitle}.</strong> {texts.dishonest}
          </Note>
        </div>
        <KeyValues>
          <KeyValue label={texts.free}>
            <Amount sats={fund.fundingSats} />
          </KeyValue>
          <KeyValue label={texts.reserved}>
            <Amount sats={fund.reservedSats} />
          </KeyValue>
          <KeyValue label={texts.target}>
            <Amount sats={fund.targetSats} />
          </KeyValue>
        </KeyValues>
      </div>
    </Panel>
  );
}
