/**
 * What is read out without a sight of the page: the page that was gone to, which the browser says
 * only of a load, and the subjects of messages that come while the page is open.
 */
import { useState, useSyncExternalStore } from "react";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { followShownPage, shownPage } from "../../ui/layout/shown-page.ts";
import { shellTexts as texts } from "./strings.ts";

type Messages = ApiAnswer<"listMailbox">["items"];

/** `messages`: newest first; undefined until they are known. */
export function Spoken(props: { messages: Messages | undefined }) {
  const page = usePageGoneTo();
  const arrived = useArrived(props.messages);
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {page}
      </p>
      <p className="sr-only" aria-live="polite">
        {arrived.length === 0 ? null : (
          // Another one of the same words is said as well.
          <span key={arrived[0]?.id}>
            {texts.newMessages(arrived.map(({ subject }) => subject).toReversed())}
          </span>
        )}
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

/** Those that came last, newest first: several may come with one look at the mailbox. */
function useArrived(messages: Messages | undefined): Messages {
  const [last, setLast] = useState<{ readonly at: string; readonly arrived: Messages }>();
  if (messages === undefined) return [];
  const at = messages[0]?.sentAt ?? "";
  if (last === undefined) setLast({ at, arrived: [] });
  else if (at > last.at)
    setLast({ at, arrived: messages.filter(({ sentAt }) => sentAt > last.at) });
  return last?.arrived ?? [];
}
