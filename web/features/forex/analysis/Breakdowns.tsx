/** Splits the trades by instrument, side, session, weekday or holding time. */
import { useState } from "react";
import { Segments } from "../../../ui/controls/Segments.tsx";
import type { AnalysisAnswer } from "./figure-text.ts";
import { RowsTable } from "./RowsTable.tsx";
import { Section } from "./Section.tsx";
import { analysisTexts as texts } from "./strings.ts";

const BREAKDOWNS = ["instrument", "side", "session", "weekday", "holding"] as const;

export function Breakdowns({ answer }: { answer: AnalysisAnswer }) {
  const [by, setBy] = useState<(typeof BREAKDOWNS)[number]>("instrument");
  const name = texts.breakdowns[by];
  return (
    <Section
      title={texts.breakdown}
      isFlush
      end={
        <Segments
          label={texts.breakdown}
          value={by}
          onChange={setBy}
          options={BREAKDOWNS.map((value) => ({ value, label: texts.breakdowns[value] }))}
        />
      }
    >
      <RowsTable caption={name} head={name} rows={answer.breakdowns[by]} least={answer.tradesMin} />
    </Section>
  );
}
