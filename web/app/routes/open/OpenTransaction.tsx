/** Route component for the public page /transaction/:txid. */
import { OpenPage } from "../../shell/OpenPage.tsx";
import { TransactionPage } from "../../../features/explorer/TransactionPage.tsx";

export function OpenTransaction() {
  return (
    <OpenPage>
      <TransactionPage />
    </OpenPage>
  );
}
