/** Shows whether mining is on and since when, with a button that starts or stops it. */
import { MiningButton } from "../mining/contracts/MiningButton.tsx";
import { hasSource } from "../mining/contracts/switch-notice.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { When } from "../../ui/time/When.tsx";
import { LiveMark } from "../../ui/loading/LiveMark.tsx";
import { dashboardTexts as texts } from "./strings.ts";

export function MiningSwitch(props: { mining: Mining; isSecond: boolean }) {
  const { mining } = props;
  return (
    <>
      <div className="grid text-right text-fg max-lg:mr-auto max-lg:text-left">
        {mining.isMining ? (
          <>
            <span className="justify-self-end max-lg:justify-self-start">
              <LiveMark>{texts.isOn}</LiveMark>
            </span>
            {!hasSource(mining) ? (
              <span className="text-xs text-fg-2">{texts.earnsWithSource}</span>
            ) : mining.miningSince === null ? null : (
              <span className="text-xs text-fg-3">
                {texts.since} <When at={mining.miningSince} />
                <span className="max-md:hidden">{texts.accrues}</span>
              </span>
            )}
          </>
        ) : (
          <span className="text-xs text-fg-2">{texts.isOff}</span>
        )}
      </div>
      <MiningButton mining={mining} isSecond={props.isSecond} />
    </>
  );
}
