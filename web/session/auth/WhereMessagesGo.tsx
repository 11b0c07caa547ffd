/** Explains where sign-in messages go if no mail server is connected. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { messageTexts } from "./link-strings.ts";

export function WhereMessagesGo(props: { text: string; children?: ReactNode }) {
  const config = useQuery(apiQuery("getConfig"));
  if (config.data?.messages !== "mailbox" || config.data.signIn === "elsewhere") return null;
  return (
    <Note>
      <strong>{messageTexts.placeTitle}.</strong> {props.text}
      {props.children}
    </Note>
  );
}
