/** One message; opening it marks it as read. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { api } from "../api/call.ts";
import type { ApiAnswer } from "../api/route-shapes.ts";
import { paths } from "../navigation/paths.ts";
import { prove } from "../auth/proof-request.ts";
import { Button } from "../ui/Button.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Note } from "../ui/Note.tsx";
import { Panel } from "../ui/Panel.tsx";
import { toastError } from "../ui/toast-error.ts";
import { codeIn, footOf, partsOf } from "./message-text.ts";
import { Tag } from "../ui/Tag.tsx";
import { mailboxTexts as texts } from "./strings.ts";

export type Message = ApiAnswer<"listMailbox">["items"][number];

export function OpenMessage({ message }: { message: Message }) {
  useReadMark(message);
  const code = codeIn(message.text);
  return (
    <Panel
      title={message.subject}
      tags={<Tag>{texts.channels[message.channel]}</Tag>}
      end={
        <Link {...paths.mailbox} search={{}} className="text-sm md:hidden">
          {texts.back}
        </Link>
      }
      foot={footOf(message)}
    >
      <p className="max-w-[70ch] wrap-anywhere whitespace-pre-wrap">
        {partsOf(message.text, location.origin).map((part, index) =>
          part.kind === "link" ? (
            <a key={`${index}-${part.href}`} href={part.href}>
              {part.text}
            </a>
          ) : (
            part.text
          ),
        )}
      </p>
      {message.isVeiled ? <Veiled /> : null}
      {code === undefined ? null : (
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <span className="mono text-[1.75rem] leading-9 tracking-[0.06em]">{code}</span>
          <CopyButton text={code} label={texts.copyCode}>
            {texts.copyCode}
          </CopyButton>
        </div>
      )}
    </Panel>
  );
}

/** A session that was found open must not show what takes the account over. */
function Veiled() {
  const queryClient = useQueryClient();
  const show = useMutation({
    mutationFn: prove,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["listMailbox"] }),
    onError: toastError,
  });
  return (
    <div className="mt-4 grid justify-items-start gap-4">
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["listMailbox"] }),
  });
  const unreadId = message.readAt === null ? message.id : undefined;
  useEffect(() => {
    if (unreadId !== undefined) mutate(unreadId);
  }, [unreadId, mutate]);
}
