/** Shows the replay's time, its speed, and its profit or loss compared with not trading. */
import { Square } from "lucide-react";
import { useState } from "react";
import { api } from "../../../data/api/call.ts";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import type { ReplayStanding } from "../source/use-replay.ts";
import { replayTime } from "../source/replay-time.ts";
import { replayTexts as texts } from "./strings.ts";

const PACES = ["0", "1", "10", "60", "300", "1000"] as const;
const STEPS = [
  [texts.minute, 60_000],
  [texts.hour, 3_600_000],
  [texts.day, 86_400_000],
] as const;

type Change = { pace: number } | { jumpTo: string } | { end: true };

export function ReplayBar({ standing }: { standing: ReplayStanding }) {
  const { replay, account } = standing;
  const [isEnding, setIsEnding] = useState(false);
  const result = account.navCents - replay.startCents;
  const change = useChange({
    send: (body: Change) => api("setReplay", { params: { replayId: replay.id }, body }),
    changed: ["getReplay", "listReplays"],
  });
  const isOver = replay.endedAt !== null;
  const jump = (milliseconds: number) =>
    replay.jumpTo === null &&
    change.mutate({ jumpTo: new Date(Date.parse(replay.time) + milliseconds).toISOString() });
  return (
    <section
      aria-label={texts.barLabel}
      className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-line bg-surface px-5 py-3 max-md:px-4"
    >
      <div className="min-w-[184px]">
        <time dateTime={replay.time} translate="no" className="mono text-md whitespace-nowrap">
          {replayTime(replay.time, "second")}
        </time>
        <p className="h-4 text-xs text-fg-2" aria-live="polite">
          {replay.jumpTo === null ? texts.utc : texts.onItsWay(replayTime(replay.jumpTo, "second"))}
        </p>
        <p className="text-xs whitespace-nowrap text-fg-2">
          {texts.account.inBar(
            usdText(BigInt(replay.startCents)),
            replay.leverage,
            replay.spreadFactor,
          )}
        </p>
      </div>
      {isOver ? null : (
        <>
          <div className="max-md:w-full">
            <Segments
              isFull
              label={texts.pace}
              value={paceOf(replay.pace)}
              onChange={(pace) => change.mutate({ pace: Number(pace) })}
              options={PACES.map((pace) => ({ value: pace, label: texts.paceName(Number(pace)) }))}
            />
          </div>
          <fieldset aria-label={texts.step} className="flex gap-2">
            {STEPS.map(([label, milliseconds]) => (
              <Button
                key={label}
                size="small"
                aria-disabled={replay.jumpTo !== null}
                onClick={() => jump(milliseconds)}
              >
                {label}
              </Button>
            ))}
          </fieldset>
        </>
      )}
      <dl className="ml-auto flex gap-x-6 text-right max-md:ml-0 max-md:text-left">
        <div>
          <dt className="text-xs font-medium text-fg-2">{texts.result}</dt>
          <dd>
            <Usd cents={result} isSigned isResult />
          </dd>
        </div>
        <div>
          <dt className="text-xs font-medium text-fg-2">{texts.nothing}</dt>
          <dd>
            <Usd cents={0} />
          </dd>
        </div>
      </dl>
      {isOver ? null : (
        <Button size="small" variant="quiet" onClick={() => setIsEnding(true)}>
          <Square className="size-3.5" strokeWidth={1.5} aria-hidden />
          {texts.endReplay}
        </Button>
      )}
      {isEnding ? (
        <EndDialog replayId={replay.id} result={result} onClose={() => setIsEnding(false)} />
      ) : null}
    </section>
  );
}

function EndDialog(props: { replayId: string; result: number; onClose: () => void }) {
  const { replayId, result, onClose } = props;
  const end = useChange({
    send: () => api("setReplay", { params: { replayId }, body: { end: true } }),
    changed: ["getReplay", "listReplays"],
    onDone() {
      onClose();
      return {
        title: texts.endedTitle,
        description: texts.endedText(`${usdText(BigInt(result))} USD`),
      };
    },
  });
  return (
    <Dialog
      title={texts.endTitle}
      isOpen
      isBusy={end.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          variant="primary"
          isBusy={end.isPending}
          busyLabel={texts.ending}
          onClick={() => end.mutate()}
        >
          {texts.endReplay}
        </Button>
      }
    >
      <p className="text-sm">{texts.endText}</p>
    </Dialog>
  );
}

/**
 * Returns the speed whose button is selected: this speed, or the next slower one that has a button.
 */
function paceOf(pace: number): (typeof PACES)[number] {
  return PACES.findLast((one) => Number(one) <= pace) ?? "0";
}
