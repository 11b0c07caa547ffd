/** /support: frequent questions, the contact form and the user's tickets. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { ContactForm } from "./ContactForm.tsx";
import { Faq } from "./Faq.tsx";
import { supportTexts as texts } from "./strings.ts";
import { Tickets } from "./Tickets.tsx";

export function SupportPage() {
  const me = useQuery(apiQuery("getMe"));
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Faq />
        <div className="grid gap-4">
          {me.data?.isAnonymous === true ? <Note>{texts.accountNeeded}</Note> : <ContactForm />}
          <Tickets />
        </div>
      </div>
    </>
  );
}
