/**
 * Verifies an address by hand: the user copies a message, signs it in the wallet and pastes the
 * signature. The server checks the signature, and the form shows any refusal.
 */
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { api } from "../../../data/api/call.ts";
import { asApiError } from "../../../data/api/api-error.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { TextArea } from "../../../ui/forms/TextArea.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import { connectTexts } from "./strings.ts";
import { WayPanel } from "./WayPanel.tsx";

const texts = connectTexts.byHand;

type Challenge = ApiAnswer<"makeConnectionChallenge">;

export function ByHandForm({ onClose }: { onClose: () => void }) {
  const [challenge, setChallenge] = useState<Challenge>();
  return (
    <WayPanel title={texts.title}>
      {challenge === undefined ? (
        <AddressStep onMade={setChallenge} onClose={onClose} />
      ) : (
        <SignatureStep
          key={challenge.id}
          challenge={challenge}
          onAgain={() => setChallenge(undefined)}
          onSaved={onClose}
        />
      )}
    </WayPanel>
  );
}

function AddressStep(props: { onMade: (challenge: Challenge) => void; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  // Focus the field, because the button that opened the form had focus and is no longer rendered.
  useEffect(() => field.current?.focus(), []);
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  const make = useChange({
    send: async () => {
      const challenge = await api("makeConnectionChallenge", { body: { address: address.trim() } });
      props.onMade(challenge);
    },
    changed: [],
    onRefused: (refusal) => setError(asApiError(refusal).text),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (make.isPending) return;
    if (address.trim() === "") setError(texts.addressMissing);
    else make.mutate();
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <Field
        ref={field}
        label={texts.address}
        className="[&_input]:font-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={address}
        readOnly={make.isPending}
        error={error}
        hint={texts.addressHint}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          variant="primary"
          isUnready={address.trim() === ""}
          isBusy={make.isPending}
          busyLabel={texts.making}
        >
          {texts.make}
        </Button>
        <Button variant="quiet" onClick={props.onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

function SignatureStep(props: { challenge: Challenge; onAgain: () => void; onSaved: () => void }) {
  const { id: challengeId, address, message } = props.challenge;
  const [signature, setSignature] = useState("");
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const save = useChange({
    send: () =>
      api("saveConnection", {
        body: { challengeId, signature, ...(name.trim() === "" ? {} : { name: name.trim() }) },
      }),
    changed: ["listConnections", "listMailbox"],
    onDone(saved) {
      props.onSaved();
      return { title: texts.savedTitle, description: texts.savedText(saved.name) };
    },
    onRefused: (refusal) => setError(asApiError(refusal).text),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    if (signature.trim() === "") setError(texts.signatureMissing);
    else save.mutate();
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <p className="mono text-sm break-all">{address}</p>
      <div className="grid gap-2">
        <TextArea
          label={texts.message}
          hint={texts.messageHint}
          className="mono"
          readOnly
          value={message}
        />
        <div>
          <CopyButton text={message} label={texts.copy}>
            {texts.copy}
          </CopyButton>
        </div>
      </div>
      <TextArea
        label={texts.signature}
        hint={texts.signatureHint}
        error={error}
        autoComplete="off"
        spellCheck={false}
        required
        value={signature}
        readOnly={save.isPending}
        onChange={(event) => {
          setSignature(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Field
        label={texts.nameField}
        hint={texts.nameHint}
        autoComplete="off"
        maxLength={40}
        value={name}
        readOnly={save.isPending}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          variant="primary"
          isUnready={signature.trim() === ""}
          isBusy={save.isPending}
          busyLabel={texts.saving}
        >
          {texts.save}
        </Button>
        <Button variant="quiet" isBusy={save.isPending} onClick={props.onAgain}>
          {texts.again}
        </Button>
      </div>
    </form>
  );
}
