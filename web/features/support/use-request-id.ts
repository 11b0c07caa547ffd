/**
 * The same text carries the same id until it has arrived: a second press, or one after a lost
 * answer, has one effect.
 */
import { useRef } from "react";
import { randomUuid } from "../../data/api/random-uuid.ts";

export interface Attempt {
  current: { readonly text: string; readonly requestId: string } | undefined;
}

/** `shared`: of a form that may be drawn anew before the answer comes. */
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
