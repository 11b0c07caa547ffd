/**
 * Confirmation step before a withdrawal is approved. Shows the address, the amount, the fee, and
 * the effect of the approval.
 */
import { btcText as btc } from "../../ui/amounts/amount-format.ts";
import { api } from "../../data/api/call.ts";
import { KeyValue } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { ApprovalDialog } from "../decisions/ApprovalDialog.tsx";
import { calledBy } from "../decisions/strings.ts";
import type { QueuedWithdrawal } from "./queued-withdrawal.ts";
import { approveTexts as texts, queueTexts } from "./strings.ts";

export function ApproveDialog(props: { withdrawal: QueuedWithdrawal; onClose: () => void }) {
  const { withdrawal, onClose } = props;
  const { id: withdrawalId, approvals, approvalsRequired } = withdrawal;
  const amount = btc(withdrawal.amountSats);
  const fee = btc(withdrawal.feeSats);
  const arrives = btc(withdrawal.receivedSats);
  const to = withdrawal.address ?? texts.account(queueTexts.methods[withdrawal.method]);
  const isLast = approvals.length + 1 >= approvalsRequired;
  return (
    <ApprovalDialog
      texts={texts}
      approvalHash={withdrawal.approvalHash}
      send={(approval) => api("approveWithdrawal", { params: { withdrawalId }, ...approval })}
      doneOf={({ isReleased }) => ({
        title: texts.done,
        description: isReleased ? texts.released : texts.waits,
      })}
      onClose={onClose}
      sentence={texts.sentence(amount, to, fee, arrives)}
      facts={
        <>
          <KeyValue label={texts.address}>
            <span translate="no" className="mono break-all whitespace-normal">
              {to}
            </span>
          </KeyValue>
          {withdrawal.isAddressVerified === null ? null : (
            <KeyValue label={texts.proof}>
              {withdrawal.isAddressVerified ? texts.verified : texts.notVerified}
            </KeyValue>
          )}
          <KeyValue label={texts.amount}>{amount} BTC</KeyValue>
          {withdrawal.daySats === null ? null : (
            <KeyValue label={texts.together}>{btc(withdrawal.daySats)} BTC</KeyValue>
          )}
          <KeyValue label={texts.fee}>{fee} BTC</KeyValue>
          <KeyValue label={texts.arrives}>{arrives} BTC</KeyValue>
          <KeyValue label={texts.user}>
            <span className="break-all whitespace-normal">
              {calledBy(withdrawal.userEmail, withdrawal.userId)}
            </span>
          </KeyValue>
        </>
      }
    >
      <Note>
        {texts.bound} {isLast ? texts.last : texts.first}
      </Note>
    </ApprovalDialog>
  );
}
