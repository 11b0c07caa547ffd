/** In place of the field for a code: what the button will ask for. */
import { PasskeyElsewhere } from "../../../session/auth/PasskeyElsewhere.tsx";
import { usePasskeyPlace } from "../../../session/auth/use-passkey-place.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { takeFocus } from "../../../ui/forms/take-focus.ts";
import { withdrawTexts as texts } from "./strings.ts";

export function PasskeyNote(props: {
  /** The account has an authenticator app as well. */
  onCode?: () => void;
}) {
  const place = usePasskeyPlace();
  return (
    // What had the focus, the button that began the review, is gone.
    <div ref={takeFocus} tabIndex={-1} className="grid justify-items-start gap-2 outline-0">
      {place.kind === "elsewhere" ? (
        <PasskeyElsewhere at={place.at} />
      ) : (
        <p className="text-sm text-fg-2">{texts.passkey}</p>
      )}
      {props.onCode === undefined ? null : (
        <Button variant="quiet" size="small" onClick={props.onCode}>
          {texts.codeInstead}
        </Button>
      )}
    </div>
  );
}
