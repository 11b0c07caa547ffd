/**
 * First steps for an account that does not mine yet: get test coins, choose a plan, start mining.
 * Only the next step has a button. If the user skips the steps, they never reappear.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { MiningButton } from "../mining/contracts/MiningButton.tsx";
import { paths } from "../../ui/navigation/paths.ts";
import { Button, buttonClass } from "../../ui/controls/Button.tsx";
import { LiveRegion } from "../../ui/loading/LiveRegion.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
import { FaucetButton } from "../wallet/deposit/Faucet.tsx";
import { shownStep, STEPS, type Step } from "./next-step.ts";
import { dashboardTexts as texts } from "./strings.ts";

export function NextSteps(props: { mining: Mining; wallet: ApiAnswer<"getWallet"> | undefined }) {
  const me = useQuery(apiQuery("getMe"));
  const skip = useChange({
    send: () => api("updateMe", { body: { skipsFirstSteps: true } }),
    changed: ["getMe"],
  });
  const next = shownStep(props.mining, props.wallet, me.data);
  if (next === undefined) return null;
  return (
    <Panel
      title={texts.nextTitle}
      isFlush
      end={
        <Button size="small" variant="quiet" isBusy={skip.isPending} onClick={() => skip.mutate()}>
          {texts.nextSkip}
        </Button>
      }
    >
      <LiveRegion text={texts.nextSpoken(texts.nextSteps[next].title)} />
      <ol className="grid gap-px bg-line md:grid-cols-3">
        {STEPS.map((step, index) => (
          <StepItem
            key={step}
            step={step}
            number={index + 1}
            isDone={index < STEPS.indexOf(next)}
            isNext={step === next}
            mining={props.mining}
          />
        ))}
      </ol>
    </Panel>
  );
}

function StepItem(props: {
  step: Step;
  number: number;
  isDone: boolean;
  isNext: boolean;
  mining: Mining;
}) {
  const { step, isDone, isNext } = props;
  const words = texts.nextSteps[step];
  return (
    <li
      aria-current={isNext ? "step" : undefined}
      className="grid content-start gap-2 bg-surface px-5 py-4 text-sm max-md:px-4"
    >
      <span className={clsx("flex items-center gap-2 font-semibold", !isNext && "text-fg-2")}>
        {isDone ? (
          <Check className="size-4 text-up" aria-label={texts.done} />
        ) : (
          <span className={clsx("mono", isNext ? "text-accent" : "text-fg-3")}>{props.number}</span>
        )}
        {words.title}
      </span>
      <span className="text-fg-2">{words.text}</span>
      {isNext ? <StepAction step={step} mining={props.mining} /> : null}
    </li>
  );
}

function StepAction({ step, mining }: { step: Step; mining: Mining }) {
  if (step === "coins") {
    return (
      <span className="justify-self-start">
        <FaucetButton isPrimary />
      </span>
    );
  }
  if (step === "start") {
    return (
      <span className="justify-self-start">
        <MiningButton mining={mining} />
      </span>
    );
  }
  return (
    <Link
      {...paths.purchasePower}
      className={buttonClass({ variant: "primary" }, "justify-self-start")}
    >
      {texts.nextSteps.plan.action}
    </Link>
  );
}
