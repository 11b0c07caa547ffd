/** Shows which account a session from a link belongs to, and asks whether to use it. */
import { useState } from "react";
import { asApiError } from "../../data/api/api-error.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { takeSession } from "./auth-client.ts";
import { dropCarriedSession, type CarriedSession } from "./carried-session.ts";
import { carriedTexts as texts } from "./link-strings.ts";

export function CarriedSessionChoice({ carried }: { carried: CarriedSession }) {
  const [isBusy, setIsBusy] = useState(false);
  const { whose } = carried;
  const take = async () => {
    setIsBusy(true);
    try {
      await takeSession(carried);
    } catch (error) {
      const { text: description } = asApiError(error);
      toast({ title: texts.failedTitle, description, variant: "destructive" });
    }
    dropCarriedSession();
  };
  return (
    <div className="grid gap-4">
      <p className="text-fg-2 [overflow-wrap:anywhere]">{texts.text(whose ?? texts.nameless)}</p>
      <Button
        variant="primary"
        size="large"
        isBlock
        isBusy={isBusy}
        busyLabel={texts.busy}
        onClick={() => void take()}
      >
        {whose === undefined ? texts.takeNameless : texts.take(whose)}
      </Button>
      <Button isBlock onClick={dropCarriedSession}>
        {texts.leave}
      </Button>
    </div>
  );
}
