/**
 * /track-transaction/demo-tx: the timed example that the requirement specifies, labelled as a demo.
 */
import { demoStepMs } from "../../../../api/limits.ts";
import { Note } from "../../../ui/layout/Note.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { trackerTexts as texts } from "./strings.ts";
import { Progress } from "./Progress.tsx";
import { demoConfirmations, LAST_STEP, viewOf } from "./tracker-steps.ts";
import { useEffect, useState } from "react";

export function DemoTracker() {
  const step = useDemoStep(demoStepMs);
  const view = viewOf({ state: "processing", confirmations: 3, required: 6 });
  return (
    <Panel title="demo-tx" tags={<Tag kind="sample">{texts.demoTag}</Tag>}>
      <div className="grid gap-5">
        <Progress view={{ ...view, step }} confirmations={demoConfirmations(step)} />
        <Note>
          <strong>{texts.demoTag}.</strong> {texts.demoNote}
          {step === LAST_STEP ? ` ${texts.stateTexts.completed}` : null}
        </Note>
      </div>
    </Panel>
  );
}

/** Advances the demo one step every `stepMs` until Completed. */
function useDemoStep(stepMs: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= LAST_STEP) return undefined;
    const timer = setTimeout(() => setStep(step + 1), stepMs);
    return () => clearTimeout(timer);
  }, [step, stepMs]);
  return step;
}
