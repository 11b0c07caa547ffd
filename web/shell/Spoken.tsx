/**
 * What is read out without a sight of the page: the page that was gone to, which the browser says
 * only of a load, and the subject of a message that comes while the page is open.
 */
import { useState, useSyncExternalStore } from "react";
import type { ApiAnswer } from "../api/route-shapes.ts";
import { followShownPage, shownPage } from "../ui/shown-page.ts";
import { shellTexts as texts } from "./strings.ts";

type Messages = ApiAnswer<"listMailbox">["items"];

/** `messages`: newest first; undefined until they are known. */
export function Spoken(props: { messages: Messages | undefined }) {
  const page = usePageGoneTo();
  const subject = useSubjectArrived(props.messages);
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {page}
      </p>
      <p className="sr-only" aria-live="polite">
        {subject === undefined ? "" : texts.newMessage(subject)}
      </p>
    </>
  );
}

/** Empty while the page is the first one. */
function usePageGoneTo(): string {
  const page = useSyncExternalStore(followShownPage, shownPage);
  const [first, setFirst] = useState("");
  const [hasGone, setHasGone] = useState(false);
  if (first === "" && page !== "") setFirst(page);
  if (first !== "" && page !== first && !hasGone) setHasGone(true);
  return hasGone ? page : "";
}

function useSubjectArrived(messages: Messages | undefined): string | undefined {
  const [knownAt, setKnownAt] = useState<string>();
  if (messages === undefined) return undefined;
  const [newest] = messages;
  if (knownAt === undefined) setKnownAt(newest?.sentAt ?? "");
  if (knownAt === undefined || newest === undefined) return undefined;
  return newest.sentAt > knownAt ? newest.subject : undefined;
}
