/** Shows the published data of a day: its commitment before the day, and its seed after the day. */
import type { ReactNode } from "react";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { fullText } from "../../../ui/time/time-text.ts";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { DayAnswer } from "./check-day.ts";
import { announcementNames } from "../quotes/announcement-names.ts";
import { dayTexts as texts } from "./strings.ts";

export function Published({ day }: { day: DayAnswer }) {
  const { commitment, seed, start } = day;
  return (
    <Panel title={texts.published}>
      <dl className="grid gap-3.5 text-sm">
        <Hex name={texts.commitment} hex={commitment} />
        {seed === null ? (
          <Line name={texts.seed}>{texts.seedSecret}</Line>
        ) : (
          <Hex name={texts.seed} hex={seed} />
        )}
        <Line name={texts.opened}>{fullText(new Date(day.opensAt))}</Line>
        <Line name={texts.closed}>{fullText(new Date(day.closesAt))}</Line>
        {day.announcements.map(({ name, time }) => (
          <Line key={name} name={texts.announcement}>
            {`${announcementNames[name]}, ${fullText(new Date(time))}`}
          </Line>
        ))}
        {start === null ? null : (
          <>
            <Line name={texts.model}>{texts.modelText(start.model)}</Line>
            <Line name={texts.variance}>
              {texts.varianceText(decimalText(String(start.variance / 1e6), 3))}
            </Line>
          </>
        )}
      </dl>
    </Panel>
  );
}

function Line(props: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-fg-2">{props.name}</dt>
      <dd className="mt-0.5 font-medium">{props.children}</dd>
    </div>
  );
}

function Hex(props: { name: string; hex: string }) {
  return (
    <Line name={props.name}>
      <span className="flex items-start gap-2">
        <span translate="no" className="mono min-w-0 pt-1 font-normal break-all">
          {props.hex}
        </span>
        <span className="ml-auto flex-none">
          <CopyButton text={props.hex} label={`Copy: ${props.name}`} />
        </span>
      </span>
    </Line>
  );
}
