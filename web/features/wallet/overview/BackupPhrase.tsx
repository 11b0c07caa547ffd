/**
 * Explains the basic rule about seed phrases. The product has no seed phrase, neither behind this
 * button nor anywhere else.
 */
import { Button } from "../../../ui/controls/Button.tsx";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { walletTexts as texts } from "./strings.ts";

const WARNING_MS = 10_000;

export function BackupPhrase() {
  const warn = () =>
    toast({
      title: texts.phraseTitle,
      description: texts.phraseText,
      variant: "destructive",
      duration: WARNING_MS,
    });
  return (
    <Button size="small" onClick={warn}>
      {texts.phrase}
    </Button>
  );
}
