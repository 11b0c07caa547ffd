/**
 * Messages about signing in, and only where no mail leaves the house: elsewhere messages go where
 * people look for them.
 */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { messageTexts } from "./strings.ts";

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
