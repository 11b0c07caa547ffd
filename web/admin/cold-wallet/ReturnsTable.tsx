/**
 * Lists the returns from the cold wallet with their current step: approved, exported, imported
 * after signing, or confirmed.
 */
import { useState } from "react";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { api } from "../../data/api/call.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import { KeyValue } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { TxId } from "../../ui/figures/TxId.tsx";
import { ApprovalDialog } from "../decisions/ApprovalDialog.tsx";
import { DecisionButtons } from "../decisions/DecisionButtons.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { addressText } from "../decisions/strings.ts";
import { CHANGED_BY_COLD, savePsbt, transferStateText, type ComingBack } from "./cold-wallet.ts";
import { ImportDialog } from "./ImportDialog.tsx";
import { approveReturnTexts, cancelTexts, coldTexts, returnTexts as texts } from "./strings.ts";

const REASON_MIN = 3;

type Press = "approve" | "reject" | "import";

export function ReturnsTable({ returns }: { returns: readonly ComingBack[] }) {
  const [pressed, setPressed] = useState<{ what: Press; id: string } | null>(null);
  const chosen = returns.find(({ id }) => id === pressed?.id);
  const close = () => setPressed(null);
  return (
    <>
      <Table
        shape="stack"
        caption={texts.caption}
        columns={[
          texts.transaction,
          { label: texts.amount, isMoney: true },
          { label: texts.fee, isMoney: true },
          texts.state,
          texts.actions,
        ]}
      >
        {returns.map((row) => (
          <Row key={row.id} comingBack={row} onPress={(what) => setPressed({ what, id: row.id })} />
        ))}
      </Table>
      {chosen && pressed ? (
        <Dialogs what={pressed.what} comingBack={chosen} onClose={close} />
      ) : null}
    </>
  );
}

function Row(props: { comingBack: ComingBack; onPress: (what: Press) => void }) {
  const { comingBack: row, onPress } = props;
  const isOver = row.state === "imported" || row.state === "cancelled";
  return (
    <tr>
      <Cell className="lead">
        <TxId value={row.txid} />
      </Cell>
      <Cell label={texts.amount} isMoney>
        <Amount sats={row.amountSats} hasUnit={false} />
      </Cell>
      <Cell label={texts.fee} isMoney>
        <Amount sats={row.minerFeeSats} hasUnit={false} />
      </Cell>
      <Cell label={texts.state} className="text-fg-2">
        <span className="block min-w-0 whitespace-normal">{stateText(row)}</span>
      </Cell>
      <Cell className={isOver ? "hide-small" : "full"}>
        {row.state === "proposed" ? (
          <DecisionButtons
            of={texts.of}
            hindrance={row.obstacle === null ? undefined : coldTexts.obstacles[row.obstacle]}
            against={row.obstacle === "own_proposal" ? "takeBack" : "reject"}
            onPress={onPress}
          />
        ) : null}
        {row.psbt === null ? null : <Exported row={row} psbt={row.psbt} onPress={onPress} />}
      </Cell>
    </tr>
  );
}

function Exported(props: { row: ComingBack; psbt: string; onPress: (what: Press) => void }) {
  const { row, psbt, onPress } = props;
  const name = `hashfloor-${row.txid.slice(0, 8)}.psbt`;
  return (
    <span className="flex flex-wrap justify-end gap-1.5 py-1.5">
      <Button size="small" onClick={() => savePsbt(name, psbt)}>
        {texts.save}
      </Button>
      <CopyButton text={psbt} label={texts.copy} />
      <Button size="small" onClick={() => onPress("import")}>
        {texts.import}
      </Button>
      <Button size="small" variant="quiet" onClick={() => onPress("reject")}>
        {texts.cancel}
      </Button>
    </span>
  );
}

function stateText(row: ComingBack): string {
  if (row.transaction) return transferStateText(row.transaction);
  if (row.state === "proposed") return texts.proposed(addressText(row.proposedByEmail));
  return row.state === "approved" ? texts.approved(row.threshold) : texts.cancelled;
}

function Dialogs(props: { what: Press; comingBack: ComingBack; onClose: () => void }) {
  const { what, comingBack, onClose } = props;
  const { id: returnId, approvalHash, amountSats, address } = comingBack;
  if (what === "import") return <ImportDialog comingBack={comingBack} onClose={onClose} />;
  if (what === "reject")
    return (
      <ReasonDialog
        texts={cancelTexts}
        charactersMin={REASON_MIN}
        changed={CHANGED_BY_COLD}
        send={(reason) => api("cancelColdReturn", { params: { returnId }, body: { reason } })}
        onClose={onClose}
      >
        <Note>{cancelTexts.nothing}</Note>
      </ReasonDialog>
    );
  const approve = approveReturnTexts;
  return (
    <ApprovalDialog
      texts={approve}
      approvalHash={approvalHash}
      send={(approval) => api("approveColdReturn", { params: { returnId }, ...approval })}
      doneOf={() => ({ title: approve.done, description: approve.doneText })}
      onClose={onClose}
      sentence={approve.sentence(btcText(amountSats))}
      facts={
        <>
          <KeyValue label={approve.address}>
            <span translate="no" className="mono text-xs break-all whitespace-normal">
              {address}
            </span>
          </KeyValue>
          <KeyValue label={approve.by}>
            <span className="break-all whitespace-normal">
              {addressText(comingBack.proposedByEmail)}
            </span>
          </KeyValue>
          <KeyValue label={texts.reason}>
            <span className="break-words whitespace-normal">{comingBack.reason}</span>
          </KeyValue>
        </>
      }
    >
      <Note>{approve.note}</Note>
    </ApprovalDialog>
  );
}
