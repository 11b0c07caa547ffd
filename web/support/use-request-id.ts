/**
 * The same text carries the same id until it has arrived: a second press, or one after a lost
 * answer, has one effect.
 */
import { useRef } from "react";
import { randomUuid } from "../api/random-uuid.ts";

export function useRequestId() {
  const attempt = useRef<{ text: string; requestId: string } | undefined>(undefined);
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
