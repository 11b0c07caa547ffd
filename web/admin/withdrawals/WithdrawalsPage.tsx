/**
 * /admin/withdrawals: withdrawals that wait for administrators, oldest first, and decided
 * withdrawals. Dialogs approve and reject withdrawals.
 */
import { btcShort } from "../../ui/amounts/amount-format.ts";
import { api } from "../../data/api/call.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { usePages } from "../../data/api/use-pages.ts";
import { DecisionQueue, REFRESH_MS } from "../decisions/DecisionQueue.tsx";
import { useQueueFilter } from "../decisions/use-queue-filter.ts";
import { RecoveryPanel } from "../recovery/RecoveryPanel.tsx";
import { QueueTable } from "./QueueTable.tsx";
import { queueTexts as texts } from "./strings.ts";
import { useDecisionDialogs } from "./use-decision-dialogs.tsx";

const FILTERS = ["waiting", "reviewed", "all"] as const;

export function WithdrawalsPage() {
  const [filter, setFilter] = useQueueFilter(paths.adminWithdrawals, FILTERS);
  const { press, dialogs } = useDecisionDialogs();
  const queue = usePages(
    ["listWithdrawalQueue", filter],
    (at) => api("listWithdrawalQueue", { query: { filter, ...at } }),
    { refetchInterval: REFRESH_MS },
  );
  const limits = queue.data?.pages[0];
  return (
    <>
      <PageHead title={texts.title}>
        {limits === undefined
          ? texts.lead("...", "...")
          : texts.lead(btcShort(limits.reviewSats), btcShort(limits.secondPersonSats))}
      </PageHead>
      <RecoveryPanel />
      <DecisionQueue
        queue={queue}
        texts={texts}
        filters={FILTERS}
        filter={filter}
        onFilter={setFilter}
        waitingState="in_review"
      >
        {(items) => <QueueTable items={items} isWaiting={filter === "waiting"} onPress={press} />}
      </DecisionQueue>
      {dialogs}
    </>
  );
}
