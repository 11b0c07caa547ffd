/**
 * Who wrote to the desk, with the way to that person's page: whoever answers sees first to whom.
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
