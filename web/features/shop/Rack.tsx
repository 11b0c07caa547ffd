/** The panel "Your rigs", with each rig's state, earnings, power cost and current resale price. */
import { useState, type ComponentProps } from "react";
import { api } from "../../data/api/call.ts";
import { PlanGauge } from "../mining/plans/PlanGauge.tsx";
import { useReferenceRate } from "../../ui/preferences/unit.ts";
import { dateText, fullText } from "../../ui/time/time-text.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag, type TagKind } from "../../ui/layout/Tag.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
import { SellDialog } from "./SellDialog.tsx";
import { CHANGED_BY_SHOP, isFrame, type OwnedRig } from "./shop-terms.ts";
import { rackTexts as texts } from "./strings.ts";

const { columns } = texts;
const SATS_PER_BTC = 100_000_000n;

/** `netSats` is the net result of all rigs, including rigs on pages that are not loaded. */
export function Rack(props: {
  rigs: readonly OwnedRig[];
  netSats: number;
  pages: ComponentProps<typeof MorePages>["pages"];
}) {
  const { rigs, netSats, pages } = props;
  const [selling, setSelling] = useState<string>();
  const sold = rigs.find(({ id, state }) => id === selling && state !== "sold");
  return (
    <Panel title={texts.title} isFlush>
      {rigs.length === 0 ? (
        <Empty title={texts.emptyTitle}>{texts.empty}</Empty>
      ) : (
        <>
          {rigs.every(isFrame) && !pages.hasNextPage ? null : <Total netSats={netSats} />}
          <Table
            shape="stack"
            caption={texts.title}
            columns={[
              columns.rig,
              columns.state,
              { label: columns.earned, isMoney: true },
              { label: columns.power, isMoney: true },
              { label: columns.net, isMoney: true },
              { label: columns.price, isMoney: true },
              "",
            ]}
          >
            {rigs.map((rig) => (
              <Row key={rig.id} rig={rig} onSell={() => setSelling(rig.id)} />
            ))}
          </Table>
          <MorePages pages={pages} label={texts.older} />
        </>
      )}
      {sold === undefined ? null : <SellDialog rig={sold} onClose={() => setSelling(undefined)} />}
    </Panel>
  );
}

/** Shows the net profit or loss of all rigs. A loss is drawn below the break-even line. */
function Total({ netSats }: { netSats: number }) {
  const centsPerBtc = useReferenceRate();
  if (centsPerBtc === undefined) return null;
  const cents = Number((BigInt(netSats) * centsPerBtc) / SATS_PER_BTC);
  return (
    <div className="border-b border-line">
      <p className="px-[22px] pt-4 text-sm text-fg-2 max-md:px-4">{texts.total}</p>
      <PlanGauge resultCents={cents} all={[cents]} notes={texts.totalNotes} />
    </div>
  );
}

const KINDS: Readonly<Record<OwnedRig["state"], TagKind>> = {
  mining: "up",
  idle: "fact",
  power_not_paid: "down",
  earns_nothing: "fact",
  sold: "fact",
};

function Row({ rig, onSell }: { rig: OwnedRig; onSell: () => void }) {
  return (
    <tr>
      <Cell className="lead">
        <span title={rig.id}>{rig.name}</span>
      </Cell>
      <Cell label={columns.state} className="full">
        <span title={rig.stoppedAt === null ? undefined : fullText(new Date(rig.stoppedAt))}>
          <Tag kind={KINDS[rig.state]}>{texts.states[rig.state]}</Tag>
        </span>
      </Cell>
      <Cell label={columns.earned} isMoney>
        <Amount sats={rig.earnedSats} hasUnit={false} />
      </Cell>
      <Cell label={columns.power} isMoney>
        {isFrame(rig) ? texts.noPower : <Amount sats={rig.powerPaidSats} hasUnit={false} />}
      </Cell>
      <Cell label={columns.net} isMoney>
        <Amount sats={rig.netSats} isResult hasUnit={false} />
      </Cell>
      <Cell label={columns.price} isMoney>
        {rig.soldAt === null ? (
          <Amount sats={rig.sellBackSats} hasUnit={false} />
        ) : (
          <span title={fullText(new Date(rig.soldAt))}>
            <Amount sats={rig.soldSats ?? 0} hasUnit={false} />, {dateText(new Date(rig.soldAt))}
          </span>
        )}
      </Cell>
      <Cell className="actions">
        {rig.state === "power_not_paid" ? <StartAgain rig={rig} /> : null}{" "}
        {rig.state === "sold" ? null : (
          <Button size="small" aria-label={texts.sellLabel(rig.name, rig.id)} onClick={onSell}>
            {texts.sell}
          </Button>
        )}
      </Cell>
    </tr>
  );
}

function StartAgain({ rig }: { rig: OwnedRig }) {
  const start = useChange({
    send: () => api("startRig", { params: { rigId: rig.id } }),
    changed: CHANGED_BY_SHOP,
    onDone: () => ({ title: texts.startedTitle, description: texts.startedText(rig.name) }),
  });
  return (
    <Button
      size="small"
      aria-label={texts.startLabel(rig.name, rig.id)}
      isBusy={start.isPending}
      busyLabel={texts.starting}
      onClick={() => start.mutate()}
    >
      {texts.startAgain}
    </Button>
  );
}
