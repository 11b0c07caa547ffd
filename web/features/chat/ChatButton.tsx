/** The floating chat button with the number of unread messages. */
import { MessageSquare } from "lucide-react";
import { useImperativeHandle, useRef, type ComponentProps, type Ref } from "react";
import { chatButtonTexts as texts } from "./button-strings.ts";
import { useClearPlace } from "./use-clear-place.ts";

export function ChatButton({
  unread,
  ref,
  ...rest
}: { unread: number; ref?: Ref<HTMLButtonElement> } & Omit<ComponentProps<"button">, "ref">) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement);
  useClearPlace(button);
  return (
    <button
      {...rest}
      ref={button}
      type="button"
      className="chat-button"
      aria-label={unread === 0 ? texts.name : texts.unread(unread)}
    >
      <MessageSquare className="size-4" strokeWidth={1.5} aria-hidden />
      <span className="max-md:hidden" aria-hidden>
        {texts.name}
      </span>
      {unread === 0 ? null : (
        <span className="chat-count">{unread > 99 ? texts.countMax : unread}</span>
      )}
    </button>
  );
}
