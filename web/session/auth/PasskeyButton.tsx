/**
 * Asks the browser for a passkey. If passkeys do not work on this host, links to the host where
 * they work. Renders nothing if there is no such host.
 */
import { useEffect, useRef, useState } from "react";
import { asApiError } from "../../data/api/api-error.ts";
import { Button, type ButtonLook } from "../../ui/controls/Button.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { PasskeyElsewhere } from "./PasskeyElsewhere.tsx";
import { passkeyTexts as texts } from "./factor-strings.ts";
import { usePasskeyPlace } from "./use-passkey-place.ts";

export function PasskeyButton(props: {
  label: string;
  /** Title of the notice on failure. */
  failure: string;
  look?: ButtonLook;
  ask: () => Promise<void>;
  onDone?: () => void;
  /** True to focus the button when it appears. Otherwise, a dialog would focus its close button. */
  isFirst?: boolean;
}) {
  const place = usePasskeyPlace();
  const [isBusy, setIsBusy] = useState(false);
  const [isLed, setIsLed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { isFirst = false } = props;
  useEffect(() => {
    if (isFirst) button.current?.focus();
  }, [isFirst]);
  if (place.kind === "nowhere" || place.kind === "unsupported") return null;
  const press = async () => {
    if (place.kind === "elsewhere") return setIsLed(true);
    setIsBusy(true);
    try {
      await props.ask();
      props.onDone?.();
    } catch (error) {
      const description = asApiError(error).text;
      toast({ title: props.failure, description, variant: "destructive" });
    }
    setIsBusy(false);
  };
  return (
    <>
      <Button
        ref={button}
        {...props.look}
        isBusy={isBusy || place.kind === "asked"}
        busyLabel={isBusy ? texts.busy : props.label}
        onClick={() => void press()}
      >
        {props.label}
      </Button>
      {place.kind === "elsewhere" && isLed ? <PasskeyElsewhere at={place.at} /> : null}
    </>
  );
}
