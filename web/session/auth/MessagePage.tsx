/**
 * Form that requests an e-mail with a link. Asks for the e-mail address and then shows
 * instructions. The instructions are the same for addresses with and without an account.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { asApiError } from "../../data/api/api-error.ts";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { PageTitle } from "../../ui/layout/PageTitle.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { AuthForm } from "./AuthForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { addressForm, type AddressInput } from "./forms.ts";
import { MessageSent } from "./MessageSent.tsx";
import { messageTexts as texts } from "./link-strings.ts";

export interface MessagePageTexts {
  readonly title: string;
  readonly lead: string;
  /** Text before the link to the login page. */
  readonly instead: string;
}

export function MessagePage(props: {
  texts: MessagePageTexts;
  /** Requests the e-mail. Throws Error with the service's message. */
  ask: (email: string) => Promise<void>;
  /** Note about where messages are sent, if needed. */
  place: ReactNode;
}) {
  const { title, lead, instead } = props.texts;
  const [sentTo, setSentTo] = useState<string>();
  const place = useQuery(apiQuery("getConfig"));
  // Show the form after the note about messages has loaded. Otherwise, the note would push the form
  // down.
  if (place.isPending && place.failureCount === 0) return <PageTitle>{title}</PageTitle>;
  return (
    <AuthFrame
      documentTitle={title}
      title={title}
      lead={lead}
      other={
        <>
          {instead}{" "}
          <Link {...paths.login} className="text-fg underline">
            {texts.login}
          </Link>
        </>
      }
    >
      <div className="grid gap-4">
        {sentTo === undefined ? (
          <AddressForm ask={props.ask} onSent={setSentTo} />
        ) : (
          <MessageSent text={texts.sentText(sentTo)} />
        )}
        {props.place}
        {sentTo === undefined ? null : (
          <div>
            <Button onClick={() => setSentTo(undefined)}>{texts.again}</Button>
          </div>
        )}
      </div>
    </AuthFrame>
  );
}

function AddressForm(props: {
  ask: (email: string) => Promise<void>;
  onSent: (email: string) => void;
}) {
  const { register, handleSubmit, formState } = useForm<AddressInput>({
    resolver: zodResolver(addressForm),
  });
  const { errors, isSubmitting } = formState;
  const submit = async ({ email }: AddressInput) => {
    try {
      await props.ask(email);
      props.onSent(email);
    } catch (error) {
      const description = asApiError(error).text;
      toast({ title: texts.failedTitle, description, variant: "destructive" });
    }
  };
  return (
    <AuthForm
      onSubmit={() => handleSubmit(submit)()}
      isSubmitting={isSubmitting}
      submit={texts.submit}
      busy={texts.busy}
    >
      <Field
        label={texts.email}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register("email")}
        readOnly={isSubmitting}
      />
    </AuthForm>
  );
}
