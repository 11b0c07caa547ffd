/** One message; opening it marks it as read. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { api } from "../api/call.ts";
import type { ApiAnswer } from "../api/route-shapes.ts";
import { paths } from "../navigation/paths.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Panel } from "../ui/Panel.tsx";
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
