/**
 * A choice between the roles User and Admin. For Admin, explains the role and the remaining
 * requirements.
 */
import { Note } from "../../ui/layout/Note.tsx";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { editTexts, peopleTexts } from "../strings.ts";

export function RoleChoice(props: {
  isAdmin: boolean;
  wasAdmin?: boolean;
  onChange: (isAdmin: boolean) => void;
}) {
  const { isAdmin, wasAdmin = false } = props;
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="text-xs font-medium" aria-hidden>
        {editTexts.role}
      </span>
      <Segments
        label={editTexts.role}
        value={isAdmin ? "admin" : "user"}
        onChange={(role) => props.onChange(role === "admin")}
        options={[
          { value: "user", label: peopleTexts.user },
          { value: "admin", label: peopleTexts.admin },
        ]}
      />
      {isAdmin && !wasAdmin ? <Note>{editTexts.adminNote}</Note> : null}
      {isAdmin === wasAdmin ? null : <AuthorityNote />}
    </div>
  );
}
