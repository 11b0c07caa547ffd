/**
 * Returns an id for a text. The id does not change until the text has been delivered, so that a
 * second click or a retry after a lost response takes effect only once.
 */
import { useRef } from "react";
import { randomUuid } from "../../data/api/random-uuid.ts";

export interface Attempt {
  current: { readonly text: string; readonly requestId: string } | undefined;
}

/** `shared` is the attempt of a form that may be remounted before the response arrives. */
export function useRequestId(shared?: Attempt) {
  const own = useRef<Attempt["current"]>(undefined);
  const attempt = shared ?? own;
  return {
    idOf: (text: string): string => {
      if (attempt.current?.text !== text) attempt.current = { text, requestId: randomUuid() };
      return attempt.current.requestId;
    },
    forget: () => {
      attempt.current = undefined;
    },
  };
}
