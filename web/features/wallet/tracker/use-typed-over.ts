/**
 * The text of a field that begins with what the page shows, and follows it until somebody types:
 * their text stays while a withdrawal's id gives its place in the address to its txid.
 */
import { useState } from "react";

/** `begin`: what the field begins with where the page shows `shown`. */
export function useTypedOver(shown: string, begin: string) {
  const [text, setText] = useState(begin);
  const [isTyped, setIsTyped] = useState(false);
  const [before, setBefore] = useState(shown);
  if (before !== shown) {
    setBefore(shown);
    if (!isTyped) setText(begin);
  }
  const put = (next: string, isByHand: boolean) => {
    setText(next);
    setIsTyped(isByHand);
  };
  return {
    text,
    type: (next: string) => put(next, true),
    leave: (next: string) => put(next, false),
  };
}
