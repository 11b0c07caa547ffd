/**
 * Announces changes to screen readers: the title after a navigation, because browsers announce only
 * page loads, and the subjects of messages that arrive while the page is open.
 */
import { useState, useSyncExternalStore } from "react";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { followShownPage, shownPage } from "../../ui/layout/shown-page.ts";
import { shellTexts as texts } from "./strings.ts";

type Messages = ApiAnswer<"listMailbox">["items"];

/** `messages` are sorted newest first, and undefined until they are loaded. */
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
          // Use a new key for each message. Otherwise, screen readers would not announce a message
          // with the same subject as the previous one.
          <span key={arrived[0]?.id}>
            {texts.newMessages(arrived.map(({ subject }) => subject).toReversed())}
          </span>
        )}
      </p>
    </>
  );
}

/** Returns the title of the current page, or "" until the user has navigated. */
function usePageGoneTo(): string {
  const page = useSyncExternalStore(followShownPage, shownPage);
  const [first, setFirst] = useState("");
  const [hasGone, setHasGone] = useState(false);
  if (first === "" && page !== "") setFirst(page);
  if (first !== "" && page !== first && !hasGone) setHasGone(true);
  return hasGone ? page : "";
}

/**
 * Returns the messages that arrived with the latest refresh, newest first. The result does not
 * change if a refresh returns no new messages.
 */
function useArrived(messages: Messages | undefined): Messages {
  const [last, setLast] = useState<{ readonly at: string; readonly arrived: Messages }>();
  if (messages === undefined) return [];
  const at = messages[0]?.sentAt ?? "";
  if (last === undefined) setLast({ at, arrived: [] });
  else if (at > last.at)
    setLast({ at, arrived: messages.filter(({ sentAt }) => sentAt > last.at) });
  return last?.arrived ?? [];
}
