/** The second look before an approval: address, amount and fee in a sentence and one by one, and what the approval does. */
import { BTC_DECIMALS, formatAmount } from "#money";
import { api } from "../../api.ts";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { Note } from "../../ui/Note.tsx";
import { truncateMiddle } from "../../ui/truncate-middle.ts";
import { PersonDialog } from "../people/PersonDialog.tsx";
import { approveTexts as texts, queueTexts } from "./strings.ts";
import { useDecision } from "./use-decision.ts";
import type { QueuedWithdrawal } from "./WithdrawalsPage.tsx";

const btc = (sats: number) => formatAmount(BigInt(sats), BTC_DECIMALS);

export function ApproveDialog(props: { withdrawal: QueuedWithdrawal; onClose: () => void }) {
  const { withdrawal, onClose } = props;
  const { id, approvalHash, approvals, approvalsRequired } = withdrawal;
  const { submit, isPending, error } = useDecision(
    () => api("approveWithdrawal", { params: { withdrawalId: id }, body: { approvalHash } }),
    ({ isReleased }) => {
      onClose();
      return { title: texts.done, description: isReleased ? texts.released : texts.waits };
    },
  );
  const [amount, fee, arrives] = [
    btc(withdrawal.amountSats),
    btc(withdrawal.feeSats),
    btc(withdrawal.receivedSats),
  ];
  const to = withdrawal.address ?? texts.account(queueTexts.methods[withdrawal.method]);
  const isLast = approvals.length + 1 >= approvalsRequired;
  return (
    <PersonDialog
      title={texts.title}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => submit()}
    >
      <p className="text-sm break-words">{texts.sentence(amount, to, fee, arrives)}</p>
      <KeyValues>
        <KeyValue label={texts.address}>
          <span className="mono break-all whitespace-normal">{to}</span>
        </KeyValue>
        <KeyValue label={texts.amount}>{amount} BTC</KeyValue>
        {withdrawal.daySats === null ? null : (
          <KeyValue label={texts.together}>{btc(withdrawal.daySats)} BTC</KeyValue>
        )}
        <KeyValue label={texts.fee}>{fee} BTC</KeyValue>
        <KeyValue label={texts.arrives}>{arrives} BTC</KeyValue>
        <KeyValue label={texts.user}>
          <span className="break-all whitespace-normal">
            {withdrawal.userEmail ?? queueTexts.gone}
          </span>
        </KeyValue>
        <KeyValue label={texts.hash}>
          <span className="mono" title={approvalHash}>
            {truncateMiddle(approvalHash, 8, 8)}
          </span>
        </KeyValue>
      </KeyValues>
      <Note>
        {texts.bound} {isLast ? texts.last : texts.first}
      </Note>
    </PersonDialog>
  );
}
