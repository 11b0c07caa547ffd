/** Habits that can cost money, and the one that cost most. */
import { costliestHabit } from "#performance";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import type { AnalysisAnswer } from "./figure-text.ts";
import { RowsTable } from "./RowsTable.tsx";
import { Section } from "./Section.tsx";
import { analysisTexts as texts } from "./strings.ts";

export function HabitRows({ answer: { habits, tradesMin } }: { answer: AnalysisAnswer }) {
  const worst = costliestHabit(habits);
  return (
    <Section title={texts.habits} foot={texts.habitsFoot} isFlush>
      <p className="px-5 pb-2 text-sm text-fg-2 max-md:px-4">
        {worst === undefined
          ? texts.noCostliest
          : texts.costliest(
              texts.costlyNames[worst.key] ?? worst.key,
              usdText(BigInt(-worst.resultCents)),
              wholeText(worst.n),
            )}
      </p>
      <RowsTable
        caption={texts.habits}
        head={texts.columns.habit}
        rows={[...habits.stops, ...habits.haste, ...habits.after]}
        least={tradesMin}
        hasSize
      />
    </Section>
  );
}
