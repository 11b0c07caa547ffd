/** An optional plan for the journal, which is sent with the order. */
import { lazy, Suspense, useState } from "react";
import { journalLimits } from "../../../../api/forex-limits.ts";
import { readTags } from "../journal/tags-text.ts";
import type { Draft } from "./draft.ts";
import type { OrderBody } from "./read-draft.ts";
import { ticketTexts } from "./strings.ts";

const PlanInputs = lazy(async () => ({
  default: (await import("./PlanInputs.tsx")).PlanInputs,
}));

export function PlanFields(props: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const { draft } = props;
  const [isOpened, setIsOpened] = useState(false);
  // An invalid plan stays open, because it is the reason why the order cannot be sent.
  const isOpen = isOpened || !isPlanValid(draft);
  return (
    <details
      className="group"
      open={isOpen}
      onToggle={(event) => setIsOpened(event.currentTarget.open)}
    >
      <summary className="reach cursor-pointer text-sm text-fg-2">
        {draft.plan.trim() === "" ? ticketTexts.plan : ticketTexts.planWritten}
      </summary>
      {isOpen ? (
        <Suspense>
          <PlanInputs {...props} />
        </Suspense>
      ) : null}
    </details>
  );
}

/** Returns the order with the plan of the draft. Tags that are not valid are refused before. */
export function withPlan(body: OrderBody, { plan, planTags }: Draft): OrderBody {
  const text = plan.trim();
  const tags = readTags(planTags) ?? [];
  return text === "" && tags.length === 0 ? body : { ...body, plan: { text, tags } };
}

/** True if the plan can be sent. */
export function isPlanValid({ plan, planTags }: Draft): boolean {
  return journalLimits.textPattern.test(plan) && readTags(planTags) !== undefined;
}
