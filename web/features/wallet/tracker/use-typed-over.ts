/**
 * Manages the text of a field that follows the page until the user edits the field. Typed text
 * stays when a withdrawal's txid replaces its id in the URL.
 */
import { useState } from "react";

/** `begin` is the initial text on the page that shows `shown`. */
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
