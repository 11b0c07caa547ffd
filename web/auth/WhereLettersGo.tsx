/** Only where no mail leaves the house: elsewhere letters go where people look for them. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api.ts";
import { Note } from "../ui/Note.tsx";
import { forgotTexts } from "./strings.ts";

export function WhereLettersGo({ text }: { text: string }) {
  const config = useQuery(apiQuery("getConfig"));
  if (config.data?.letters !== "mailbox") return null;
  return (
    <Note>
      <strong>{forgotTexts.placeTitle}.</strong> {text}
    </Note>
  );
}
