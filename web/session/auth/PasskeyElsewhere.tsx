/** Links to the same page on the host where passkeys work. */
import { Note } from "../../ui/layout/Note.tsx";
import { passkeyTexts as texts } from "./factor-strings.ts";

export function PasskeyElsewhere({ at }: { at: string }) {
  const name = new URL(at).host;
  return (
    <output className="block">
      <Note>
        {texts.elsewhere(location.host)}{" "}
        <a href={at + location.pathname + location.search} className="reach text-fg underline">
          {texts.goOn(name)}
        </a>
      </Note>
    </output>
  );
}
