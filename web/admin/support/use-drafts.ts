/**
 * What is being written at the desk, by the line of the inbox that it answers: another one may be
 * opened meanwhile. It lives as long as the page.
 */
import { useState } from "react";
import { unsentList, type UnsentList } from "../../features/chat/unsent-list.ts";
import type { Attempt } from "../../features/support/use-request-id.ts";

export interface Draft {
  readonly text: string;
  readonly keep: (text: string) => void;
  /** Under which id it went out, while no answer has come. */
  readonly attempt: Attempt;
  /** What was sent in a chat and has not arrived. */
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
