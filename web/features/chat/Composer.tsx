/**
 * Where a message is written: Enter sends it, Shift + Enter starts a new line, spaces alone do
 * nothing.
 */
import { SendHorizontal } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { chatLimits } from "../../../api/limits.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { chatTexts as texts } from "./strings.ts";

/** It is told at most this often. */
const TYPING_MS = 2_000;

/** Invisible marks that come with pasted text and that no message needs. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/**
 * Pictures that come along with copied words are left out silently; files alone are refused aloud.
 */
export function hasFilesOnly(transfer: DataTransfer): boolean {
  return transfer.files.length > 0 && transfer.getData("text/plain") === "";
}

export interface ComposerDraft {
  readonly text: string;
  readonly keep: (text: string) => void;
}

export function Composer(props: {
  onSend: (text: string) => void;
  onTyping: () => void;
  /** Takes the focus when this turns true. */
  isFocused?: boolean;
  /**
   * A file was given to the conversation: it says that none can be sent, until something is typed.
   */
  isFileRefused: boolean;
  onFile: (isRefused: boolean) => void;
  draft?: ComposerDraft | undefined;
}) {
  const [draft, setDraft] = useState(props.draft?.text ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const typingSentAt = useRef(0);
  const notifyTyping = () => {
    const now = Date.now();
    if (now - typingSentAt.current < TYPING_MS) return;
    typingSentAt.current = now;
    props.onTyping();
  };
  const type = (typed: string) => {
    setDraft(typed);
    props.draft?.keep(typed);
  };
  const { isFocused = false, isFileRefused } = props;
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);

  const text = draft.replace(CONTROL, "").trim();
  const isTooLong = text.length > chatLimits.textMax;
  const send = () => {
    if (!chatLimits.visiblePattern.test(text) || isTooLong) return;
    props.onSend(text);
    type("");
    typingSentAt.current = 0;
    field.current?.focus();
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      // It has its place also while the messages load: there it takes the focus.
      className="visible! grid flex-none gap-1.5 border-t border-line p-3"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          rows={2}
          aria-label={texts.message}
          aria-describedby={id}
          aria-invalid={isTooLong || undefined}
          className="field-sizing-content max-h-32 min-h-11 w-full min-w-0 resize-none rounded-md border border-line-control bg-field px-3 py-2 focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-focus max-md:text-md"
          value={draft}
          onChange={(event) => {
            type(event.currentTarget.value);
            props.onFile(false);
            if (event.currentTarget.value.trim() !== "") notifyTyping();
          }}
          onKeyDown={sendOnEnter}
          onPaste={(event) => {
            if (!hasFilesOnly(event.clipboardData)) return;
            event.preventDefault();
            props.onFile(true);
          }}
        />
        <Button type="submit" isIcon aria-label={texts.send}>
          <SendHorizontal className="size-4" strokeWidth={1.5} aria-hidden />
        </Button>
      </div>
      <p
        id={id}
        role={isFileRefused ? "alert" : undefined}
        className={isTooLong || isFileRefused ? "text-xs text-down" : "text-xs text-fg-3"}
      >
        {isTooLong ? texts.tooLong(text.length) : isFileRefused ? texts.noFiles : texts.hint}
      </p>
    </form>
  );
}
