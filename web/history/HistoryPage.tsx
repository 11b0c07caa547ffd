/** Statement of the user's ledger accounts. */
import { PageHead } from "../ui/PageHead.tsx";

export function HistoryPage() {
  return <PageHead title="History" />;
}
