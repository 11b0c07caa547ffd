/** Lists the verified addresses with buttons that rename or remove them. */
import { useState, type FormEvent } from "react";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { api } from "../../../data/api/call.ts";
import { When } from "../../../ui/time/When.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { truncateMiddle } from "../../../ui/amounts/truncate-middle.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { connectTexts as texts } from "./strings.ts";

type Connection = ApiAnswer<"listConnections">["items"][number];

export function VerifiedAddresses({ items }: { items: readonly Connection[] }) {
  const [action, setAction] = useState<{ what: "rename" | "remove"; connection: Connection }>();
  const close = () => setAction(undefined);
  return (
    <>
      <ul aria-label={texts.list} className="mt-4 grid border-t border-line">
        {items.map((connection) => (
          <Row
            key={connection.id}
            connection={connection}
            onRename={() => setAction({ what: "rename", connection })}
            onRemove={() => setAction({ what: "remove", connection })}
          />
        ))}
      </ul>
      {action?.what === "rename" ? (
        <RenameDialog connection={action.connection} onClose={close} />
      ) : null}
      {action?.what === "remove" ? (
        <RemoveDialog connection={action.connection} onClose={close} />
      ) : null}
    </>
  );
}

function Row(props: { connection: Connection; onRename: () => void; onRemove: () => void }) {
  const { name, address, connector, verifiedAt } = props.connection;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="font-semibold [overflow-wrap:anywhere]">{name}</strong>
          <Tag kind="up">{texts.verified}</Tag>
        </p>
        <p className="flex items-center gap-1 text-sm text-fg-2">
          <span translate="no" className="mono" title={address}>
            {truncateMiddle(address, 12, 8)}
          </span>
          <CopyButton text={address} label={texts.copyAddress(name)} />
        </p>
      </div>
      <p className="text-sm text-fg-2">
        {texts.connectors[connector]}, <When at={verifiedAt} />
      </p>
      <div className="flex gap-2">
        <Button size="small" aria-label={`${texts.rename} ${name}`} onClick={props.onRename}>
          {texts.rename}
        </Button>
        <Button size="small" aria-label={`${texts.remove} ${name}`} onClick={props.onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}

interface Asked {
  connection: Connection;
  onClose: () => void;
}

function RenameDialog({ connection, onClose }: Asked) {
  const [name, setName] = useState(connection.name);
  const [error, setError] = useState<string>();
  const rename = useChange({
    send: () =>
      api("renameConnection", {
        params: { connectionId: connection.id },
        body: { name: name.trim() },
      }),
    changed: ["listConnections"],
    onDone: () => {
      onClose();
      return { title: texts.renamed };
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") setError(texts.nameMissing);
    else if (!rename.isPending) rename.mutate();
  };
  return (
    <Dialog
      title={texts.renameTitle}
      isOpen
      isBusy={rename.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          type="submit"
          form={connection.id}
          variant="primary"
          isBusy={rename.isPending}
          busyLabel={texts.saving}
        >
          {texts.save}
        </Button>
      }
    >
      <form id={connection.id} noValidate onSubmit={submit}>
        <Field
          label={texts.renameField}
          autoComplete="off"
          maxLength={40}
          required
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

function RemoveDialog({ connection, onClose }: Asked) {
  const remove = useChange({
    send: () => api("removeConnection", { params: { connectionId: connection.id } }),
    changed: ["listConnections"],
    onDone: () => {
      onClose();
      return { title: texts.removed };
    },
  });
  return (
    <Dialog
      title={texts.removeTitle}
      isOpen
      isBusy={remove.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          isBusy={remove.isPending}
          busyLabel={texts.removing}
          onClick={() => remove.mutate()}
        >
          {texts.remove}
        </Button>
      }
    >
      <p>{texts.removeText(connection.name)}</p>
    </Dialog>
  );
}
