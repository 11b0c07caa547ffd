/**
 * Unsent answers of the support desk by inbox item. An answer is kept while other items are open,
 * until the page is closed.
 */
import { useState } from "react";
import { unsentList, type UnsentList } from "../../features/chat/unsent-list.ts";
import type { Attempt } from "../../features/support/use-request-id.ts";

export interface Draft {
  readonly text: string;
  readonly keep: (text: string) => void;
  /** Idempotency key of a sent answer, kept until the response arrives. */
  readonly attempt: Attempt;
  /** Chat messages that were sent but could not be delivered. */
  readonly unsent: UnsentList;
}

export function useDrafts(): (id: string) => Draft {
  const [drafts] = useState(() => new Map<string, Draft>());
  return function draftOf(id) {
    const existing = drafts.get(id);
    if (existing) return existing;
    const begun: Draft = {
      text: "",
      keep: (text) => void drafts.set(id, { ...begun, text }),
      attempt: { current: undefined },
      unsent: unsentList(),
    };
    drafts.set(id, begun);
    return begun;
  };
}
