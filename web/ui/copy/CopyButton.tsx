/**
 * Copies a text, then shows a check mark for 1.5 s.
 *
 *   <CopyButton text={address} label="Copy address" onCopied={() => toast({ title: "Copied to Clipboard", ... })} />
 */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../controls/Button.tsx";
import { copyText } from "./copy-text.ts";
import { toast } from "../toasts/toast-store.ts";

const CHECK_MS = 1500;

export function CopyButton(props: {
  /** The text to copy, or a function that returns the text on click. */
  text: string | (() => string);
  label: string;
  /** Label next to the icon. Without a label, the button is a small square. */
  children?: string;
  onCopied?: () => void;
}) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), CHECK_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await copyText(typeof props.text === "string" ? props.text : props.text());
      setIsCopied(true);
      props.onCopied?.();
    } catch {
      toast({
        title: "Not copied",
        description: "The browser did not allow copying. Select the text and copy it yourself.",
        variant: "destructive",
      });
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      variant={props.children === undefined ? "quiet" : "default"}
      size={props.children === undefined ? "small" : "normal"}
      isIcon={props.children === undefined}
      aria-label={props.label}
      onClick={() => void copy()}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden />
      {props.children}
    </Button>
  );
}
