/** Explains the effect of the sign-in forms to a visitor with a setup link. */
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
