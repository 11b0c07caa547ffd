/** Asks for confirmation before ending sessions, and then reports the result. */
import { useMutation } from "@tanstack/react-query";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import { historyTexts } from "./strings.ts";

export function EndDialog(props: {
  texts: {
    title: string;
    question: string;
    submit: string;
    endedTitle: string;
    endedText: string;
  };
  run: () => Promise<unknown>;
  onEnded: () => unknown;
  onClose: () => void;
}) {
  const { texts, run, onEnded, onClose } = props;
  const end = useMutation({
    mutationFn: run,
    onSuccess: () => toast({ title: texts.endedTitle, description: texts.endedText }),
    onError: toastError,
    onSettled: () => {
      onClose();
      void onEnded();
    },
  });
  return (
    <Dialog
      title={texts.title}
      isOpen
      onClose={onClose}
      cancel={historyTexts.keep}
      actions={
        <Button isBusy={end.isPending} busyLabel={historyTexts.ending} onClick={() => end.mutate()}>
          {texts.submit}
        </Button>
      }
    >
      <p>{texts.question}</p>
    </Dialog>
  );
}
