/** Asks a famous day's question before the replay starts. The user can skip the question. */
import { useState } from "react";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { replayTexts } from "./strings.ts";
import type { BeginReplay } from "./use-begin-replay.ts";

export type FamousDay = ApiAnswer<"listReplayDays">["days"][number];

const { question: texts } = replayTexts;

export function QuestionDialog(props: { day: FamousDay; begin: BeginReplay; onClose: () => void }) {
  const { day, begin, onClose } = props;
  const { id, instrument, question } = day;
  const [answer, setAnswer] = useState<number>();
  const start = () =>
    begin.mutate({
      key: id,
      instrument,
      body: { famous: id, pace: 0, ...(answer === undefined ? {} : { answer }) },
    });
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={begin.isPending}
      onClose={onClose}
      cancel={texts.cancel}
      actions={
        <Button
          variant="primary"
          isBusy={begin.isPending}
          busyLabel={replayTexts.beginning}
          onClick={start}
        >
          {answer === undefined ? texts.skip : texts.start}
        </Button>
      }
    >
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-base">{question.text}</legend>
        {question.choices.map((choice, index) => (
          <label
            key={choice}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line-control px-4 py-3 text-sm hover:bg-hover"
          >
            <input
              type="radio"
              name="answer"
              className="mt-0.5"
              checked={answer === index}
              onChange={() => setAnswer(index)}
            />
            {choice}
          </label>
        ))}
      </fieldset>
      <p className="mt-4 text-xs text-fg-2">{texts.note}</p>
    </Dialog>
  );
}
