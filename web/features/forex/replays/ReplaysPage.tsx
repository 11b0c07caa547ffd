/**
 * /forex/replays: lists famous days and the user's replays, and starts replays of any other time or
 * of uploaded prices.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { pairName } from "../quotes/price-text.ts";
import { AccountForm } from "./AccountForm.tsx";
import { AnyDayForm } from "./AnyDayForm.tsx";
import { BlindStart } from "./BlindStart.tsx";
import { OwnReplays } from "./OwnReplays.tsx";
import { PriceFiles } from "./PriceFiles.tsx";
import { QuestionDialog, type FamousDay } from "./QuestionDialog.tsx";
import { STANDARD_ACCOUNT } from "./replay-account.ts";
import { replayTexts as texts } from "./strings.ts";
import { useBeginReplay } from "./use-begin-replay.ts";

export function ReplaysPage() {
  const days = useQuery(apiQuery("listReplayDays"));
  const [account, setAccount] = useState(STANDARD_ACCOUNT);
  const begin = useBeginReplay(account);
  const [chosen, setChosen] = useState<FamousDay>();
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <Loaded query={days} lines={8}>
        {({ days: famous, from, until }) => (
          <div className="grid gap-4">
            <AccountForm account={account} onChange={setAccount} />
            <Panel title={texts.famous} isFlush>
              <ul className="divide-y divide-line">
                {famous.map((day) => (
                  <li
                    key={day.id}
                    className="grid gap-x-6 gap-y-2 px-5 py-4 max-md:px-4 md:grid-cols-[220px_minmax(0,1fr)_auto] md:items-center"
                  >
                    <div>
                      <h3 className="font-[550]">{day.title}</h3>
                      <p className="text-sm text-fg-2">
                        {pairName(day.instrument)}, {day.startsAt.slice(0, 10)}
                      </p>
                    </div>
                    <p className="max-w-[72ch] text-sm text-fg-2">{day.watch}</p>
                    <Button
                      isBusy={begin.isPending && begin.variables.key === day.id}
                      busyLabel={texts.beginning}
                      onClick={() => setChosen(day)}
                    >
                      {texts.begin}
                    </Button>
                  </li>
                ))}
              </ul>
            </Panel>
            <BlindStart begin={begin} />
            <AnyDayForm begin={begin} from={from} until={until} />
            <PriceFiles begin={begin} />
            <OwnReplays />
            {chosen === undefined ? null : (
              <QuestionDialog day={chosen} begin={begin} onClose={() => setChosen(undefined)} />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}
