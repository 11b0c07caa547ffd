/** Shows one message, and marks it as read once it is visible. */
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { prove } from "../../session/auth/proof-request.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { aroundCode, codeIn, footOf, partsOf } from "./message-text.ts";
import { Tag } from "../../ui/layout/Tag.tsx";
import { mailboxTexts as texts } from "./strings.ts";

export type Message = ApiAnswer<"listMailbox">["items"][number];

/**
 * `isChosen` is true if the user selected the message. On a small screen, the message then replaces
 * the list and has a link back to it.
 */
export function OpenMessage({ message, isChosen }: { message: Message; isChosen: boolean }) {
  useReadMark(message);
  const code = codeIn(message);
  const around = code === undefined ? undefined : aroundCode(message.text, code);
  return (
    <Panel
      title={message.subject}
      tags={<Tag>{texts.channels[message.channel]}</Tag>}
      end={
        isChosen ? (
          <Link {...paths.mailbox} search={{}} className="text-sm md:hidden">
            {texts.back}
          </Link>
        ) : undefined
      }
      foot={footOf(message)}
    >
      <div className="grid gap-4">
        <Text text={around?.before ?? message.text} />
        {message.isVeiled ? <Veiled /> : null}
        {code === undefined ? null : <Code code={code} />}
        {around === undefined ? null : <Text text={around.after} />}
      </div>
    </Panel>
  );
}

function Text({ text }: { text: string }) {
  return (
    <p className="max-w-[70ch] wrap-anywhere whitespace-pre-wrap">
      {partsOf(text, location.origin).map((part, index) =>
        part.kind === "link" ? (
          <a key={`${index}-${part.href}`} href={part.href}>
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}

function Code({ code }: { code: string }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span translate="no" className="mono text-[1.75rem] leading-9 tracking-[0.06em]">
        {code}
      </span>
      <CopyButton text={code} label={texts.copyCode}>
        {texts.copyCode}
      </CopyButton>
    </div>
  );
}

/**
 * Hides codes and links until the user confirms their identity. Otherwise, another person at an
 * unattended session could use them to take over the account.
 */
function Veiled() {
  const queryClient = useQueryClient();
  const show = useMutation({
    mutationFn: prove,
    onSuccess: () => readMailboxAgain(queryClient),
    onError: toastError,
  });
  return (
    <div className="grid justify-items-start gap-4">
      <Note>{texts.veiled}</Note>
      <Button isBusy={show.isPending} onClick={() => show.mutate()}>
        {texts.unveil}
      </Button>
    </div>
  );
}

function useReadMark(message: Message): void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (messageId: string) => api("readMessage", { params: { messageId } }),
    onSettled: () => readMailboxAgain(queryClient),
  });
  const unreadId = message.readAt === null ? message.id : undefined;
  useEffect(() => {
    if (unreadId === undefined) return undefined;
    const mark = () => {
      if (document.visibilityState === "visible") mutate(unreadId);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [unreadId, mutate]);
}

/** Refetches the list and, if it was loaded separately, the open message. */
const readMailboxAgain = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    ["listMailbox", "getMessage"].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  );
