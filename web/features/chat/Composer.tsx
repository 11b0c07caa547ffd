/**
 * The message field. Enter sends the message, and Shift + Enter starts a new line. Blank messages
 * are not sent.
 */
import { SendHorizontal } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { chatLimits } from "../../../api/limits.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { chatTexts as texts } from "./strings.ts";

/** Minimum interval between two typing notifications. */
const TYPING_MS = 2_000;

/** Control characters in pasted text, except line breaks and tabs. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/**
 * True if the transfer contains files but no text, so that it must be refused. Pictures that were
 * copied along with text are ignored.
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
  /** The field takes focus when this becomes true. */
  isFocused?: boolean;
  /**
   * True after a file was pasted or dropped. The hint then explains, until the user types, that
   * files cannot be sent.
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
      // Stay visible while the messages load, so that the field can take focus.
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
