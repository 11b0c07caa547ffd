/** Above the sign-in forms of a visitor with a set-up link: what the form will do. */
import { Note } from "../../ui/layout/Note.tsx";
import { useSetupToken } from "./setup-link.ts";

export function SetupNote(props: { children: string }) {
  if (useSetupToken() === undefined) return null;
  return (
    <div className="mb-6">
      <Note>
        <strong>Set-up link.</strong> {props.children} The link works once.
      </Note>
    </div>
  );
}
