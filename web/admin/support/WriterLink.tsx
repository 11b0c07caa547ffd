/**
 * The author of a ticket or chat, linked to their page, so that an administrator knows whom they
 * answer.
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
