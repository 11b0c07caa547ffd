/** Shows the verdict as a sentence, the block and times behind it, and paused payments. */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { TxId } from "../../ui/figures/TxId.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Tag, type TagKind } from "../../ui/layout/Tag.tsx";
import { fullText } from "../../ui/time/time-text.ts";
import { When } from "../../ui/time/When.tsx";
import type { Transparency } from "./transparency.ts";
import { transparencyTexts, verdictTexts as texts } from "./strings.ts";

const KINDS: Readonly<Record<Transparency["verdict"], TagKind>> = {
  green: "up",
  red: "down",
  unknown: "sample",
};

export function VerdictPanel({ transparency }: { transparency: Transparency }) {
  const { verdict, sentence, withdrawalsPaused, payPaused } = transparency;
  return (
    <Panel title={texts.title} tags={<Tag kind={KINDS[verdict]}>{texts.tags[verdict]}</Tag>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-[72ch] text-md wrap-anywhere">{sentence}</p>
        {withdrawalsPaused === null ? null : (
          <Note kind="bad">
            <strong>{texts.withdrawalsPaused}</strong> {withdrawalsPaused}
          </Note>
        )}
        {payPaused === null ? null : (
          <Note kind="bad">
            <strong>{texts.payPaused}</strong> {payPaused}
          </Note>
        )}
        <Facts transparency={transparency} />
      </div>
    </Panel>
  );
}

function Facts({ transparency: { network, block, ledger, root } }: { transparency: Transparency }) {
  return (
    <KeyValues>
      <KeyValue label={texts.network}>{network}</KeyValue>
      <KeyValue label={texts.block}>
        {block === null ? texts.noBlock : wholeText(block.height)}
      </KeyValue>
      {block === null ? null : (
        <>
          <KeyValue label={texts.blockHash}>
            <TxId value={block.hash} label={texts.copied.hash} />
          </KeyValue>
          <KeyValue label={texts.minedAt}>{fullText(new Date(block.minedAt))}</KeyValue>
        </>
      )}
      <KeyValue label={texts.verified}>
        <Age at={ledger.verifiedAt} />
      </KeyValue>
      <KeyValue label={texts.wholeVerified}>
        <Age at={ledger.wholeVerifiedAt} />
      </KeyValue>
      {root === null ? null : (
        <KeyValue label={texts.root}>
          <TxId value={root} label={texts.copied.root} />
        </KeyValue>
      )}
    </KeyValues>
  );
}

function Age({ at }: { at: string | null }) {
  return at === null ? transparencyTexts.none : <When at={at} isAgo />;
}
