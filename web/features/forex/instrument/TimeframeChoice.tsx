/** Chooses the chart's timeframe: the usual ones as buttons, and the others from a list. */
import { clsx } from "clsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { QUICK_TIMEFRAMES, TIMEFRAMES, type Timeframe } from "../view/forex-search.ts";
import { instrumentTexts as texts } from "./strings.ts";

const QUICK: readonly Timeframe[] = QUICK_TIMEFRAMES;
const OTHERS = TIMEFRAMES.filter((timeframe) => !QUICK.includes(timeframe));

export function TimeframeChoice(props: {
  value: Timeframe;
  onChange: (timeframe: Timeframe) => void;
}) {
  const { value, onChange } = props;
  const isOther = OTHERS.includes(value);
  return (
    <div className="ml-auto flex min-w-0 gap-2 max-md:ml-0 max-md:w-full">
      <Segments
        label={texts.timeframe}
        isFull
        value={value}
        onChange={onChange}
        options={QUICK.map((one) => ({ value: one, label: texts.names[one] }))}
      />
      <select
        aria-label={texts.more}
        className={clsx(
          "min-h-[30px] shrink-0 self-start rounded-md border border-line-control bg-surface px-1.5 text-sm font-medium max-md:min-h-11",
          isOther ? "text-fg" : "text-fg-2",
        )}
        value={isOther ? value : ""}
        onChange={({ currentTarget }) => {
          const chosen = OTHERS.find((one) => one === currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      >
        <option value="" disabled hidden>
          {texts.moreShort}
        </option>
        {OTHERS.map((one) => (
          <option key={one} value={one}>
            {texts.names[one]}
          </option>
        ))}
      </select>
    </div>
  );
}
