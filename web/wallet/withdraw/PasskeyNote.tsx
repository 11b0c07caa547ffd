/** In place of the field for a code: what the button will ask for. */
import { PasskeyElsewhere } from "../../auth/PasskeyElsewhere.tsx";
import { usePasskeyPlace } from "../../auth/use-passkey-place.ts";
import { Button } from "../../ui/Button.tsx";
import { withdrawTexts as texts } from "./strings.ts";

export function PasskeyNote(props: {
  /** The account has an authenticator app as well. */
  onCode?: () => void;
}) {
  const place = usePasskeyPlace();
  return (
    <div className="grid justify-items-start gap-2">
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
