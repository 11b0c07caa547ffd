/**
 * Tracks a simulated payout. Its steps follow a published schedule, it has no transaction, and it
 * is marked as a simulation.
 */
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { When } from "../../../ui/time/When.tsx";
import { Amount, Usd } from "../../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { trackerTexts } from "./strings.ts";
import { OwnWithdrawal } from "./OwnWithdrawal.tsx";
import { Rail } from "./Progress.tsx";

function titleOf(state: Payout["state"]): string {
  if (state === "in_review") return texts.inReview;
  return state === "cancelled" || state === "rejected" ? texts[state] : texts.steps[state];
}

type Payout = NonNullable<ApiAnswer<"getTransaction">["simulated"]>;

const texts = trackerTexts.simulated;

export function SimulatedTracker(props: { payout: Payout; id: string; eta: number | null }) {
  const { payout } = props;
  const isCancelled = payout.state === "cancelled" || payout.state === "rejected";
  const step = Math.max(
    0,
    payout.steps.findIndex(({ state }) => state === payout.state),
  );
  return (
    <Panel
      title={titleOf(payout.state)}
      tags={<Tag kind="sample">{texts.tag}</Tag>}
      end={
        <span translate="no" className="mono text-xs text-fg-2 max-md:hidden">
          {props.id}
        </span>
      }
    >
      <div className="grid gap-5">
        <Rail
          step={step}
          labels={payout.steps.map(({ state }) => texts.steps[state])}
          isStopped={isCancelled}
        />
        <Note kind={isCancelled ? "bad" : "info"}>
          {texts.texts[payout.state]}
          {props.eta === null ? null : ` ${trackerTexts.eta(props.eta)}.`}{" "}
          {texts.note(payout.method)}
        </Note>
        <KeyValues>
          <KeyValue label={texts.to}>{texts.account(payout.method)}</KeyValue>
          <KeyValue label={texts.coins}>
            <Amount sats={payout.receivedSats} />
          </KeyValue>
          <KeyValue label={texts.paid}>
            <Usd cents={payout.paidCents} />
          </KeyValue>
          {payout.steps.map(({ state, at }) => (
            <KeyValue key={state} label={texts.steps[state]}>
              {at === null ? <span className="text-fg-2">{texts.pending}</span> : <When at={at} />}
            </KeyValue>
          ))}
        </KeyValues>
        <OwnWithdrawal id={props.id} />
      </div>
    </Panel>
  );
}
