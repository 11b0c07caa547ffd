/** Tells a visitor with a setup link what the sign-in forms will do. */
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
