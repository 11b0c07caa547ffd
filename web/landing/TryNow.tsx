/** Button that opens an anonymous account. Shown only with embedded sign-in. */
import { markTryPress } from "../ui/navigation/try-press.ts";
import { paths } from "../ui/navigation/paths.ts";
import { Button } from "../ui/controls/Button.tsx";
import { tryTexts as texts } from "./strings.ts";

export function TryNow() {
  return (
    <>
      <Button
        onClick={() => {
          markTryPress();
          location.assign(paths.tryOut.to);
        }}
      >
        {texts.button}
      </Button>
      <span className="text-sm text-fg-2">{texts.text}</span>
    </>
  );
}
