/**
 * A sign-in form with its fields and one submit button. During submission, the fields are disabled
 * and lose the focus, which is restored afterwards.
 */
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../../ui/controls/Button.tsx";

export function AuthForm(props: {
  /** Validates and sends the fields. */
  onSubmit: () => Promise<void>;
  isSubmitting: boolean;
  submit: string;
  /** Button label while the form is being sent. */
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
        // Ignore Enter, which would submit the form even while the button is busy.
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
