/** User or Admin, with what an administrator may do said when it is chosen. */
import { Note } from "../../ui/Note.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { editTexts, peopleTexts } from "../strings.ts";

export function RoleChoice(props: {
  isAdmin: boolean;
  wasAdmin?: boolean;
  onChange: (isAdmin: boolean) => void;
}) {
  const becomesAdmin = props.isAdmin && props.wasAdmin !== true;
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="text-xs font-medium" aria-hidden>
        {editTexts.role}
      </span>
      <Segments
        label={editTexts.role}
        value={props.isAdmin ? "admin" : "user"}
        onChange={(role) => props.onChange(role === "admin")}
        options={[
          { value: "user", label: peopleTexts.user },
          { value: "admin", label: peopleTexts.admin },
        ]}
      />
      {becomesAdmin ? <Note>{editTexts.adminNote}</Note> : null}
    </div>
  );
}
