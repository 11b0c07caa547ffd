/** Instructions after an e-mail has been requested. */
import { useEffect, useRef } from "react";
import { messageTexts as texts } from "./link-strings.ts";

export function MessageSent(props: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Move the focus to this heading, because the form and the clicked button no longer exist.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="text-md font-semibold outline-none">
        {texts.sentTitle}
      </h2>
      <p className="mt-1 text-fg-2 [overflow-wrap:anywhere]">{props.text}</p>
    </div>
  );
}
