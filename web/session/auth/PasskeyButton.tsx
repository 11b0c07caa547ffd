/**
 * Asks the browser for a passkey. If passkeys do not work on this host, the button links to the
 * host where they work. Renders nothing if passkeys work on no host.
 */
import { useEffect, useRef, useState } from "react";
import { asApiError } from "../../data/api/api-error.ts";
import { Button, type ButtonLook } from "../../ui/controls/Button.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { PasskeyElsewhere } from "./PasskeyElsewhere.tsx";
import { passkeyTexts as texts } from "./strings.ts";
import { usePasskeyPlace } from "./use-passkey-place.ts";

export function PasskeyButton(props: {
  label: string;
  /** The title of the notice shown on failure. */
  failure: string;
  look?: ButtonLook;
  ask: () => Promise<void>;
  onDone?: () => void;
  /**
   * True if the button receives the focus when it appears. A dialog would otherwise focus its close
   * button.
   */
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
