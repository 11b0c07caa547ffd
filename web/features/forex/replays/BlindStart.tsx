/** Starts a blind replay. */
import { BLIND_PAIR } from "#market";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { BeginReplay } from "./use-begin-replay.ts";
import { blindTexts } from "./blind-strings.ts";

const { start: texts } = blindTexts;
const KEY = "blind";

export function BlindStart({ begin }: { begin: BeginReplay }) {
  return (
    <Panel title={texts.title}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="max-w-[88ch] min-w-0 flex-1 basis-72">
          <p className="text-sm">{texts.text}</p>
          <p className="mt-1 text-xs text-fg-2">{texts.more}</p>
        </div>
        <Button
          isBusy={begin.isPending && begin.variables.key === KEY}
          busyLabel={texts.beginning}
          onClick={() =>
            begin.mutate({ key: KEY, instrument: BLIND_PAIR.name, body: { blind: true, pace: 0 } })
          }
        >
          {texts.begin}
        </Button>
      </div>
    </Panel>
  );
}
