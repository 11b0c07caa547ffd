/**
 * Dialog that creates a key. The sign-in service requires an identity check if the last check is
 * too old.
 */
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { keyLimits } from "../../../../api/limits.ts";
import type { KeyScope } from "../../../../api/route.ts";
import { asApiError } from "../../../data/api/api-error.ts";
import { api } from "../../../data/api/call.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Field, Hint } from "../../../ui/forms/Field.tsx";
import { TextArea } from "../../../ui/forms/TextArea.tsx";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { Toggle } from "../../../ui/controls/Toggle.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import type { NewKey } from "./FreshKey.tsx";
import { endOfDay, networksIn } from "./key-form.ts";
import { makeKeyTexts as texts, scopeTexts } from "./strings.ts";

/** Refusals that concern one field and are shown below it. */
const FIELDS = { key_network_invalid: "networks", key_end_past: "until" } as const;

type Errors = Partial<Record<"name" | "scopes" | "networks" | "until", string>>;

export function MakeKeyDialog(props: { onMade: (made: NewKey) => void; onClose: () => void }) {
  const { onMade, onClose } = props;
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly KeyScope[]>(["read"]);
  const [networks, setNetworks] = useState("");
  const [until, setUntil] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  // The dialog first focuses its close button, so focus the field afterwards.
  useEffect(() => field.current?.focus(), []);
  const make = useChange({
    send: () =>
      api("makeKey", {
        body: {
          name: name.trim(),
          scopes: [...scopes],
          networks: networksIn(networks),
          endsAt: endOfDay(until),
        },
      }),
    changed: ["listKeys", "listMailbox"],
    onRefused(error) {
      const { code, text } = asApiError(error);
      if (code in FIELDS) setErrors({ [FIELDS[code as keyof typeof FIELDS]]: text });
      else toastError(error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing: Errors = {
      ...(name.trim() === "" ? { name: texts.nameMissing } : {}),
      ...(scopes.length === 0 ? { scopes: texts.scopesMissing } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0 || make.isPending) return;
    make.mutate(undefined, {
      onSuccess(made) {
        onClose();
        onMade(made);
      },
    });
  };
  const flip = (scope: KeyScope) =>
    setScopes((chosen) =>
      chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope],
    );
  const isBusy = make.isPending;
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      cancel={texts.cancel}
      actions={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          isBusy={isBusy}
          busyLabel={texts.busy}
        >
          {texts.confirm}
        </Button>
      }
    >
      <form id={formId} className="grid gap-4" method="post" noValidate onSubmit={submit}>
        <Field
          ref={field}
          label={texts.name}
          maxLength={keyLimits.nameMax}
          autoComplete="off"
          required
          value={name}
          readOnly={isBusy}
          error={errors.name}
          hint={texts.nameHint}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <fieldset className="m-0 grid border-0 p-0">
          <legend className="p-0 text-xs font-medium">{texts.scopes}</legend>
          {keyLimits.scopes.map((scope) => (
            <Toggle
              key={scope}
              label={scopeTexts[scope].label}
              isOn={scopes.includes(scope)}
              onFlip={() => flip(scope)}
            >
              {scopeTexts[scope].text}
            </Toggle>
          ))}
          {errors.scopes === undefined ? null : <Hint isError>{errors.scopes}</Hint>}
        </fieldset>
        <TextArea
          label={texts.networks}
          rows={2}
          spellCheck={false}
          autoComplete="off"
          value={networks}
          readOnly={isBusy}
          error={errors.networks}
          hint={texts.networksHint}
          onChange={({ currentTarget }) => setNetworks(currentTarget.value)}
        />
        <Field
          label={texts.until}
          type="date"
          value={until}
          readOnly={isBusy}
          error={errors.until}
          hint={texts.untilHint}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
