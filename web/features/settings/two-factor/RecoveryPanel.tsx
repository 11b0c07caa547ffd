/**
 * Shows the number of remaining recovery codes and a button that creates new codes, which are shown
 * only once.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../data/api/call.ts";
import { useAuth } from "../../../session/auth/auth-context.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { saveText } from "../../../ui/copy/save-text.ts";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { recoveryTexts as texts } from "./strings.ts";

const FEW = 3;

export function RecoveryPanel(props: {
  remaining: number;
  codes: readonly string[] | undefined;
  onCodes: (codes: readonly string[] | undefined) => void;
}) {
  const { remaining, codes, onCodes } = props;
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const make = useMutation({
    mutationFn: () => api("makeRecoveryCodes"),
    onSuccess: (made) => onCodes(made.codes),
    onError: toastError,
    onSettled: () => {
      setIsAsking(false);
      return queryClient.invalidateQueries({ queryKey: ["getSecondFactor"] });
    },
  });
  return (
    <Panel title={texts.title}>
      {codes === undefined ? (
        <div className="grid justify-items-start gap-4">
          {remaining === 0 ? (
            <Note kind="bad">{texts.none}</Note>
          ) : (
            <p className="text-sm text-fg-2">
              {texts.left(remaining)} {remaining <= FEW ? texts.few : null}
            </p>
          )}
          <Button
            variant={remaining === 0 ? "primary" : "default"}
            isBusy={make.isPending}
            busyLabel={texts.making}
            onClick={() => (remaining === 0 ? make.mutate() : setIsAsking(true))}
          >
            {remaining === 0 ? texts.makeFirst : texts.make}
          </Button>
        </div>
      ) : (
        <FreshCodes codes={codes} onKept={() => onCodes(undefined)} />
      )}
      <Dialog
        title={texts.replaceTitle}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button onClick={() => setIsAsking(false)}>{texts.keepOld}</Button>
            <Button
              variant="primary"
              isBusy={make.isPending}
              busyLabel={texts.making}
              onClick={() => make.mutate()}
            >
              {texts.make}
            </Button>
          </>
        }
      >
        <p>{texts.replaceText}</p>
      </Dialog>
    </Panel>
  );
}

function FreshCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { user } = useAuth();
  const text = `${texts.fileHead(user?.email ?? "")}\n\n${codes.join("\n")}\n`;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-fg-2">{texts.lead}</p>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border border-line bg-field p-4 max-md:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="mono select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton
          text={text}
          label={texts.copy}
          onCopied={() => toast({ title: texts.copied, description: texts.copiedText })}
        >
          {texts.copy}
        </CopyButton>
        <Button onClick={() => saveText(texts.file, text)}>{texts.download}</Button>
        <Button variant="primary" onClick={onKept}>
          {texts.kept}
        </Button>
      </div>
    </div>
  );
}
