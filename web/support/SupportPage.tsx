/** /support: answers first, then the form, then what was sent. */
import { PageHead } from "../ui/PageHead.tsx";
import { ContactForm } from "./ContactForm.tsx";
import { Faq } from "./Faq.tsx";
import { supportTexts as texts } from "./strings.ts";
import { Tickets } from "./Tickets.tsx";

export function SupportPage() {
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Faq />
        <div className="grid gap-4">
          <ContactForm />
          <Tickets />
        </div>
      </div>
    </>
  );
}
