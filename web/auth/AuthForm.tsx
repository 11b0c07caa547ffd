/** A form of the sign-in pages: its fields and the one button that sends it. */
import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";

export function AuthForm(props: {
  /** Checks the fields and sends them. */
  onSubmit: () => Promise<void>;
  isSubmitting: boolean;
  submit: string;
  /** Stands on the button while it is under way. */
  busy: string;
  children: ReactNode;
}) {
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The Enter key sends a form also while its button is busy.
        if (!props.isSubmitting) void props.onSubmit();
      }}
    >
      {props.children}
      <Button
        type="submit"
        variant="primary"
        size="large"
        isBlock
        isBusy={props.isSubmitting}
        busyLabel={props.busy}
      >
        {props.submit}
      </Button>
    </form>
  );
}
