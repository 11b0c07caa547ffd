/** Deposit address and deposits. */
import { PageHead } from "../ui/PageHead.tsx";

export function DepositPage() {
  return <PageHead title="Deposit" />;
}
