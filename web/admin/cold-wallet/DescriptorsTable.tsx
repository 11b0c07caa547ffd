/**
 * Lists the current descriptor, a proposed descriptor, and previous descriptors with their coins
 * and the returns of these coins.
 */
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import { KeyValue } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { ApprovalDialog } from "../decisions/ApprovalDialog.tsx";
import { DecisionButtons } from "../decisions/DecisionButtons.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { addressText } from "../decisions/strings.ts";
import { CHANGED_BY_COLD, type Descriptor } from "./cold-wallet.ts";
import { ReturnDialog } from "./ReturnDialog.tsx";
import {
  coldTexts,
  descriptorTexts as texts,
  rejectTexts,
  returnTexts,
  setTexts,
} from "./strings.ts";

const REASON_MIN = 3;

type Press = "approve" | "reject" | "return";

export function DescriptorsTable({ descriptors }: { descriptors: readonly Descriptor[] }) {
  const [pressed, setPressed] = useState<{ what: Press; id: string } | null>(null);
  const chosen = descriptors.find(({ id }) => id === pressed?.id);
  const close = () => setPressed(null);
  return (
    <>
      <Table
        shape="stack"
        caption={texts.caption}
        columns={[
          texts.descriptor,
          texts.signers,
          texts.first,
          texts.state,
          { label: texts.coins, isNumber: true },
          { label: texts.amount, isMoney: true },
          texts.actions,
        ]}
      >
        {descriptors.map((descriptor) => (
          <Row
            key={descriptor.id}
            descriptor={descriptor}
            onPress={(what) => setPressed({ what, id: descriptor.id })}
          />
        ))}
      </Table>
      {chosen && pressed?.what === "approve" ? (
        <SetDialog descriptor={chosen} onClose={close} />
      ) : null}
      {chosen && pressed?.what === "return" ? (
        <ReturnDialog descriptor={chosen} onClose={close} />
      ) : null}
      {chosen && pressed?.what === "reject" ? (
        <ReasonDialog
          texts={rejectTexts}
          charactersMin={REASON_MIN}
          changed={CHANGED_BY_COLD}
          send={(reason) =>
            api("rejectColdDescriptor", {
              params: { descriptorId: chosen.id },
              body: { reason },
            })
          }
          onClose={close}
        >
          <Note>{rejectTexts.nothing}</Note>
        </ReasonDialog>
      ) : null}
    </>
  );
}

function Row(props: { descriptor: Descriptor; onPress: (what: Press) => void }) {
  const { descriptor: row, onPress } = props;
  const isOwn = row.obstacle === "own_proposal";
  const isSet = row.state === "approved";
  return (
    <tr>
      <Cell className="lead">
        <span className="flex min-w-0 items-center gap-1 md:max-w-72">
          <span translate="no" className="mono truncate text-xs" title={row.descriptor}>
            {row.descriptor}
          </span>
          <CopyButton text={row.descriptor} label={`Copy ${texts.of}`} />
        </span>
      </Cell>
      <Cell label={texts.signers}>{texts.signersOf(row.threshold, row.keysCount)}</Cell>
      <Cell label={texts.first}>
        <span
          translate="no"
          className="mono block min-w-0 text-xs break-all whitespace-normal md:min-w-40"
        >
          {row.firstAddress}
        </span>
      </Cell>
      <Cell label={texts.state} className="text-fg-2">
        <span className="block min-w-0 whitespace-normal">{stateText(row)}</span>
      </Cell>
      <Cell label={texts.coins} className="num">
        {wholeText(row.count)}
      </Cell>
      <Cell label={texts.amount} isMoney>
        <Amount sats={row.sats} hasUnit={false} />
      </Cell>
      <Cell className={isSet && row.count === 0 ? "hide-small" : "full"}>
        {isSet && row.count > 0 ? (
          <Button
            size="small"
            disabledReason={row.returnableSats === 0 ? returnTexts.nothing : undefined}
            onClick={() => onPress("return")}
          >
            {returnTexts.add}
          </Button>
        ) : null}
        {isSet ? null : (
          <DecisionButtons
            of={texts.of}
            hindrance={row.obstacle === null ? undefined : coldTexts.obstacles[row.obstacle]}
            against={isOwn ? "takeBack" : "reject"}
            onPress={onPress}
          />
        )}
      </Cell>
    </tr>
  );
}

function stateText(row: Descriptor): string {
  if (row.state === "proposed") return texts.proposed(addressText(row.proposedByEmail));
  return row.isCurrent ? texts.current : texts.earlier;
}

function SetDialog({ descriptor, onClose }: { descriptor: Descriptor; onClose: () => void }) {
  const { id: descriptorId, approvalHash } = descriptor;
  return (
    <ApprovalDialog
      texts={setTexts}
      approvalHash={approvalHash}
      send={(approval) => api("approveColdDescriptor", { params: { descriptorId }, ...approval })}
      doneOf={() => ({ title: setTexts.done, description: setTexts.doneText })}
      onClose={onClose}
      sentence={setTexts.sentence}
      facts={
        <>
          <KeyValue label={texts.signers}>
            {texts.signersOf(descriptor.threshold, descriptor.keysCount)}
          </KeyValue>
          <KeyValue label={texts.first}>
            <span translate="no" className="mono text-xs break-all whitespace-normal">
              {descriptor.firstAddress}
            </span>
          </KeyValue>
        </>
      }
    >
      <p className="mono rounded-md border border-line p-3 text-xs break-all">
        {descriptor.descriptor}
      </p>
      <Note>{setTexts.compare}</Note>
    </ApprovalDialog>
  );
}
