/** Transaction tracker. */
import { PageHead } from "../ui/PageHead.tsx";

export function TrackTransactionPage() {
  return <PageHead title="Track Transaction" />;
}
