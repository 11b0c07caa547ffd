/** Cloud mining plans and the calculator. */
import { PageHead } from "../ui/PageHead.tsx";

export function PurchasePowerPage() {
  return <PageHead title="Cloud Mining" />;
}
