/** Withdrawal form. */
import { PageHead } from "../ui/PageHead.tsx";

export function WithdrawPage() {
  return <PageHead title="Withdraw" />;
}
