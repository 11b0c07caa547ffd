/**
 * Author of a ticket or chat, linked to the author's page, so that the administrator knows who will
 * receive the answer.
 */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { writerOf } from "./writer.ts";

export function WriterLink(props: { userId: string | null; email: string | null }) {
  const { userId, email } = props;
  if (userId === null || email === null) return writerOf(props);
  return (
    <Link {...paths.adminPerson(userId)} className="reach">
      {writerOf({ userId, email })}
    </Link>
  );
}
