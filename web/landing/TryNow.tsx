/** Button that opens an anonymous account. Only with embedded sign-in. */
import { anonymousLimits } from "../../api/shell-limits.ts";
import { markTryPress } from "../ui/navigation/try-press.ts";
import { paths } from "../ui/navigation/paths.ts";
import { Button } from "../ui/controls/Button.tsx";

export function TryNow() {
  return (
    <>
      <Button
        onClick={() => {
          markTryPress();
          location.assign(paths.tryOut.to);
        }}
      >
        Try it now
      </Button>
      <span className="text-sm text-fg-2">
        No e-mail address: a practice account with test coins on their way. Keep it later, or leave
        it: after {anonymousLimits.unusedDays} days without use it is gone.
      </span>
    </>
  );
}
