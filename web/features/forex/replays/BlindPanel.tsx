/**
 * Shows the commitment of a blind replay and, after its end, the pair, the real days and the
 * direction with the check of the commitment.
 */
import { useEffect } from "react";
import { movedBy, periodOf, readSecret } from "#market/blind";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ShowWorking } from "../../../ui/dialogs/ShowWorking.tsx";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { TxId } from "../../../ui/figures/TxId.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { pairName } from "../quotes/price-text.ts";
import { useBeginReplay } from "./use-begin-replay.ts";
import type { ReplayStanding } from "../source/use-replay.ts";
import {
  checkSecret,
  keepCommitment,
  keptCommitment,
  type Blind,
  type Revealed,
} from "./check-secret.ts";
import { blindTexts } from "./blind-strings.ts";

export function BlindPanel({ standing, blind }: { standing: ReplayStanding; blind: Blind }) {
  const { commitment, revealed } = blind;
  const { id, endedAt } = standing.replay;
  const isHidden = revealed === null;
  useEffect(() => {
    if (isHidden) keepCommitment(id, commitment);
  }, [isHidden, id, commitment]);
  if (revealed !== null) return <Reveal standing={standing} blind={blind} revealed={revealed} />;
  const { hidden: texts } = blindTexts;
  return (
    <section
      aria-label={texts.title}
      className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-5 py-3 text-sm max-md:px-4"
    >
      <p className="max-w-[88ch] min-w-0 flex-1 basis-72 text-fg-2">
        {endedAt === null ? texts.promise : texts.waiting}
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="text-xs text-fg-2">{texts.commitment}</span>
        <TxId value={commitment} label={texts.commitment} />
      </div>
    </section>
  );
}

function Reveal(props: { standing: ReplayStanding; blind: Blind; revealed: Revealed }) {
  const { standing, blind, revealed } = props;
  const { replay, account } = standing;
  const { revealed: texts } = blindTexts;
  const check = checkSecret(blind.commitment, revealed, keptCommitment(replay.id));
  const { startCents, leverage, spreadFactor } = replay;
  const begin = useBeginReplay({
    capital: usdText(BigInt(startCents)).replaceAll(/[^\d.]/g, ""),
    leverage: String(leverage),
    spreadFactor: String(spreadFactor),
  });
  const { instrument, startsAt } = revealed;
  return (
    <Panel
      title={texts.title}
      className="mb-4"
      end={
        <Button
          size="small"
          isBusy={begin.isPending}
          busyLabel={texts.opening}
          onClick={() =>
            begin.mutate({ key: "revealed", instrument, body: { startsAt, instrument, pace: 0 } })
          }
        >
          {texts.open}
        </Button>
      }
    >
      <div className="grid gap-x-8 md:grid-cols-2">
        <KeyValues>
          <KeyValue label={texts.pair}>{pairName(instrument)}</KeyValue>
          <KeyValue label={texts.start}>{utcText(startsAt)}</KeyValue>
          <KeyValue label={texts.end}>{utcText(realTime(revealed, replay.time))}</KeyValue>
        </KeyValues>
        <KeyValues>
          <KeyValue label={texts.direction}>
            {revealed.isMirrored ? texts.mirrored : texts.straight}
          </KeyValue>
          <KeyValue label={texts.scale}>{revealed.scale}</KeyValue>
          <KeyValue label={texts.result}>
            <Usd cents={account.navCents - startCents} isSigned isResult />
          </KeyValue>
        </KeyValues>
      </div>
      <p className="mt-3 text-sm">
        <strong className="font-[550]">{texts.check}:</strong> {texts.checks[check]}
      </p>
      <ShowWorking>
        <p className="text-xs text-fg-2">{texts.secret}</p>
        <p translate="no" className="mono text-xs wrap-anywhere">
          {revealed.secret}
        </p>
        <p className="mt-2 text-xs text-fg-2">{blindTexts.hidden.commitment}</p>
        <p translate="no" className="mono text-xs wrap-anywhere">
          {blind.commitment}
        </p>
      </ShowWorking>
    </Panel>
  );
}

/** Returns the real time of a fictional time of this replay. */
function realTime({ secret: text, startsAt }: Revealed, time: string): string {
  const secret = readSecret(text);
  if (!secret) return startsAt;
  return new Date(movedBy(-periodOf(secret.day).shift, Date.parse(time))).toISOString();
}

function utcText(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}
