/** A calendar of trading days with the result and the number of trades closed on each day. */
import { clsx } from "clsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { dateAfter, weeksOf } from "./calendar-weeks.ts";
import { shortDayText } from "./day-text.ts";
import type { AnalysisAnswer } from "./figure-text.ts";
import { Section } from "./Section.tsx";
import { analysisTexts as texts } from "./strings.ts";

const WEEKS_MAX = 9;

type Day = AnalysisAnswer["calendar"][number];

export function DayCalendar({ days }: { days: readonly Day[] }) {
  const traded = days.filter(({ n }) => n > 0);
  const { weeks, hasMore } = weeksOf(traded, WEEKS_MAX);
  const foot = hasMore
    ? `${texts.calendarFoot} ${texts.calendarWeeks(WEEKS_MAX)}`
    : texts.calendarFoot;
  return (
    <Section title={texts.calendar} foot={foot}>
      <table className="w-full max-w-[720px] table-fixed border-collapse text-sm">
        <caption className="sr-only">{texts.calendar}</caption>
        <thead>
          <tr>
            {texts.weekdays.map((name) => (
              <th
                key={name}
                scope="col"
                className="pb-1 text-left text-xs font-medium text-fg-2 max-md:px-1"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.monday}>
              {week.days.map((day, weekday) => (
                <Field
                  key={dateAfter(week.monday, weekday)}
                  date={dateAfter(week.monday, weekday)}
                  day={day}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Field({ date, day }: { date: string; day: Day | undefined }) {
  return (
    <td className="h-14 border border-line p-1.5 align-top max-md:p-1">
      <span className={clsx("block text-2xs", day ? "text-fg-2" : "text-fg-3")}>
        {shortDayText(date)}
      </span>
      {day === undefined ? (
        <span className="sr-only">{texts.noTrades}</span>
      ) : (
        <>
          <Usd
            cents={day.resultCents}
            isSigned
            isResult
            hasUnit={false}
            className="block text-sm font-medium max-md:text-2xs max-md:tracking-[-0.02em]"
          />
          <span className="block truncate text-2xs text-fg-3 max-md:hidden">
            {texts.trades(wholeText(day.n))}
          </span>
        </>
      )}
    </td>
  );
}
