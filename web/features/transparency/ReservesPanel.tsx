/** Shows the coins behind the newest proof, and which of them are signed for. */
import { CopyLine } from "../../ui/copy/CopyLine.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { fullText } from "../../ui/time/time-text.ts";
import type { Transparency } from "./transparency.ts";
import { coinsTexts, reservesTexts as texts } from "./strings.ts";

type Reserves = NonNullable<Transparency["reserves"]>;

const LIST_PATH = "/api/v1/transparency/reserves";

export function ReservesPanel({ reserves }: Pick<Transparency, "reserves">) {
  if (reserves === null)
    return (
      <Panel title={texts.title} isFlush>
        <Empty title={texts.empty}>{texts.emptyText}</Empty>
      </Panel>
    );
  const isSigned = reserves.signedAt !== null;
  return (
    <Panel
      title={texts.title}
      tags={<Tag kind={isSigned ? "up" : "sample"}>{isSigned ? texts.signed : texts.unsigned}</Tag>}
      foot={texts.foot}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Facts reserves={reserves} />
        <Cold reserves={reserves} />
        <Message message={reserves.message} />
        <a href={LIST_PATH} className="reach justify-self-start text-sm underline">
          {texts.list}
        </a>
      </div>
    </Panel>
  );
}

/** The terms of the addition that are not outputs. The last two are subtracted. */
const LINES = [
  ["inFlightSats", 1],
  ["outOfChainSats", -1],
  ["uncreditedSats", -1],
] as const;

function Facts({
  reserves: { sums, proof, signedHotSats, signedAt, cold },
}: {
  reserves: Reserves;
}) {
  return (
    <KeyValues>
      <KeyValue label={texts.block}>{wholeText(proof.height)}</KeyValue>
      <KeyValue label={texts.hot}>
        <Amount sats={signedHotSats} />
      </KeyValue>
      {signedAt === null ? (
        <KeyValue label={texts.hotUnsigned}>
          <Amount sats={sums.hotSats - signedHotSats} />
        </KeyValue>
      ) : null}
      <KeyValue label={texts.coldSigned}>
        <Amount sats={cold.signedSats} />
      </KeyValue>
      <KeyValue label={texts.coldUnsigned}>
        <Amount sats={sums.coldSats - cold.signedSats} />
      </KeyValue>
      {LINES.map(([line, sign]) => (
        <KeyValue key={line} label={coinsTexts.terms[line]}>
          <Amount sats={0 + sign * sums[line]} />
        </KeyValue>
      ))}
      <KeyValue label={texts.booked} isSum>
        <Amount sats={sums.bookedSats} />
      </KeyValue>
      <KeyValue label={texts.owed}>
        <Amount sats={proof.sumSats} />
      </KeyValue>
    </KeyValues>
  );
}

function Cold({ reserves: { sums, cold } }: { reserves: Reserves }) {
  if (sums.coldSats === 0) return null;
  return (
    <p className="max-w-[72ch] text-sm text-fg-2">
      {cold.signedAt === null ? texts.coldNever : texts.coldAt(fullText(new Date(cold.signedAt)))}
      {cold.isDue ? ` ${texts.coldDue}` : ""}
    </p>
  );
}

function Message({ message }: Pick<Reserves, "message">) {
  return (
    <div className="grid gap-1.5">
      <p className="text-xs font-medium text-fg-2">{texts.message}</p>
      <CopyLine text={message} label={texts.copy} />
    </div>
  );
}
