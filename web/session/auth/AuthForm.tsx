/**
 * A form of the sign-in pages: its fields and the one button that sends it. A field is disabled
 * meanwhile, by which it loses the focus: it has it again afterwards.
 */
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../../ui/controls/Button.tsx";

export function AuthForm(props: {
  /** Checks the fields and sends them. */
  onSubmit: () => Promise<void>;
  isSubmitting: boolean;
  submit: string;
  /** Stands on the button while it is under way. */
  busy: string;
  children: ReactNode;
}) {
  const { isSubmitting } = props;
  const sentFrom = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSubmitting) return;
    if (document.activeElement === document.body) sentFrom.current?.focus();
    sentFrom.current = null;
  }, [isSubmitting]);
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The Enter key sends a form also while its button is busy.
        if (isSubmitting) return;
        const { activeElement } = document;
        if (activeElement instanceof HTMLElement) sentFrom.current = activeElement;
        void props.onSubmit();
      }}
    >
      {props.children}
      <Button
        type="submit"
        variant="primary"
        size="large"
        isBlock
        isBusy={isSubmitting}
        busyLabel={props.busy}
      >
        {props.submit}
      </Button>
    </form>
  );
}
