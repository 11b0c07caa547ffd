/**
 * A form of the sign-in pages: its fields and one submit button. While the form is being submitted,
 * its fields are disabled and therefore lose the focus, which is restored afterwards.
 */
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../../ui/controls/Button.tsx";

export function AuthForm(props: {
  /** Validates and sends the fields. */
  onSubmit: () => Promise<void>;
  isSubmitting: boolean;
  submit: string;
  /** The button's text while the form is being sent. */
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
        // Ignores Enter, which would submit the form even while its button is busy.
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
