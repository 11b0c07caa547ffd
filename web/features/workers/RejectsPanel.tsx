/** Lists the latest rejected shares by reason, with an explanation of each reason. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { withZone } from "../../ui/time/time-text.ts";
import { When } from "../../ui/time/When.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { workerTexts as texts } from "./strings.ts";
import { reasonsOf, rejectedText, type Rejects } from "./work-text.ts";

export function RejectsPanel({ rejects }: { rejects: ApiAnswer<"getWorker">["lastRejects"] }) {
  if (rejects.length === 0)
    return (
      <Panel title={texts.rejects}>
        <p className="text-sm text-fg-2">{texts.rejectsEmpty}</p>
      </Panel>
    );
  const sum: Rejects = {
    stale: total(rejects, "stale"),
    duplicate: total(rejects, "duplicate"),
    lowDifficulty: total(rejects, "lowDifficulty"),
    invalid: total(rejects, "invalid"),
  };
  return (
    <Panel
      title={texts.rejects}
      isFlush
      foot={
        <dl className="grid gap-1.5">
          {reasonsOf(sum).map((reason) => (
            <div key={reason}>
              <dt className="inline font-medium text-fg">{texts.reasons[reason]}.</dt>{" "}
              <dd className="inline">{texts.reasonTexts[reason]}</dd>
            </div>
          ))}
        </dl>
      }
    >
      <Table
        shape="stack"
        caption={texts.rejects}
        columns={[withZone(texts.rejectsAt), texts.rejected]}
      >
        {rejects.map((slot) => (
          <tr key={slot.at}>
            <Cell className="lead">
              <When at={slot.at} className="mono" />
            </Cell>
            <Cell label={texts.rejected}>{rejectedText(slot)}</Cell>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

function total(rejects: readonly Rejects[], reason: keyof Rejects): number {
  return rejects.reduce((sum, slot) => sum + slot[reason], 0);
}
