/** The practice mailbox. */
import { PageHead } from "../ui/PageHead.tsx";

export function MailboxPage() {
  return <PageHead title="Mailbox" />;
}
