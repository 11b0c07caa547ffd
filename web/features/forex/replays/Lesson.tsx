/** Shows a famous day's lesson: the right answer, the events, and their effect on orders. */
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { ReplayStanding } from "../source/use-replay.ts";
import { replayTexts } from "./strings.ts";

const { lesson: texts } = replayTexts;

type LessonOfDay = NonNullable<ReplayStanding["lesson"]>;

export function Lesson({ lesson }: { lesson: LessonOfDay }) {
  const { question, choices, right, happened, orders, sources } = lesson;
  const sections = [
    [texts.answer, choices[right]],
    [texts.happened, happened],
    [texts.orders, orders],
  ] as const;
  return (
    <Panel title={texts.title} className="mb-4">
      <p className="max-w-[88ch] text-sm">
        {question} <strong className="font-[550]">{verdict(lesson)}</strong>
      </p>
      <dl className="mt-4 grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,2fr)]">
        {sections.map(([label, text]) => (
          <div key={label}>
            <dt className="mb-1 text-xs font-medium text-fg-2">{label}</dt>
            <dd className="max-w-[72ch] text-sm">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-xs text-fg-2">{texts.sources(sources.join("; "))}</p>
    </Panel>
  );
}

function verdict({ answer, right, choices }: LessonOfDay): string {
  if (answer === null) return texts.skipped;
  return answer === right ? texts.right : texts.wrong(choices[answer] ?? "");
}
