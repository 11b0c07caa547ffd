/** The mining dashboard. */
import { PageHead } from "../ui/PageHead.tsx";

export function DashboardPage() {
  return <PageHead title="Mining Dashboard" />;
}
