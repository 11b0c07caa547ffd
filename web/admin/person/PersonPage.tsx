/**
 * /admin/users/{userId}: all data about one user that administrators may see, with the same actions
 * as in the table of users, and balance corrections.
 */
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams } from "@tanstack/react-router";
import { ArrowLeft, Mail, Pencil, Scale, Trash2 } from "lucide-react";
import { useState } from "react";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { ApiError } from "../../data/api/api-error.ts";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { dateText } from "../../ui/time/time-text.ts";
import { Button, buttonClass } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { ProposeDialog } from "../adjustments/ProposeDialog.tsx";
import { DeleteDialog } from "../people/DeleteDialog.tsx";
import { EditDialog } from "../people/EditDialog.tsx";
import { calledName } from "../people/person.ts";
import { readPeopleSearch } from "../people/people-search.ts";
import { WriteDialog } from "../people/WriteDialog.tsx";
import { AuditPanel, SessionsPanel, SignInsPanel, TicketsPanel } from "./AccessPanels.tsx";
import { DepositsPanel, EntriesPanel, HoldingsPanel, WithdrawalsPanel } from "./MoneyPanels.tsx";
import { WorkersPanel } from "./WorkersPanel.tsx";
import type { Profile } from "./profile.ts";
import { Balances, ProfilePanel } from "./ProfilePanel.tsx";
import { personTexts as texts } from "./strings.ts";

export function PersonPage() {
  const { userId = "" } = useParams({ strict: false });
  const person = useQuery(apiQuery("getPerson", { params: { userId } }));
  if (person.error instanceof ApiError && person.error.status === 404) return <NotFound />;
  const { data } = person;
  return (
    <>
      <Back />
      <PageHead
        title={data === undefined ? texts.loading : titleOf(data)}
        end={data === undefined || data.deletedAt !== null ? null : <Actions person={data} />}
      >
        {texts.lead}
      </PageHead>
      <div className="grid gap-4">
        <Loaded query={person} lines={6} still={texts.still}>
          {(loaded) => <Head person={loaded} />}
        </Loaded>
        <Lists userId={userId} />
      </div>
    </>
  );
}

function titleOf(person: Profile): string {
  return person.deletedAt === null ? calledName(person) : texts.deleted;
}

/** Link back to the list with its search and page. */
function Back() {
  const { peopleSearch } = useLocation().state;
  return (
    <Link
      {...paths.adminUsers}
      search={readPeopleSearch({ ...peopleSearch })}
      className="mb-3 inline-flex items-center gap-1.5 text-sm"
    >
      <ArrowLeft className="size-4" strokeWidth={1.5} aria-hidden />
      {texts.back}
    </Link>
  );
}

function NotFound() {
  return (
    <>
      <PageHead title={texts.notFoundTitle} />
      <Panel isFlush>
        <Empty
          title={texts.notFoundTitle}
          action={
            <Link {...paths.adminUsers} className={buttonClass()}>
              {texts.toUsers}
            </Link>
          }
        >
          {texts.notFoundText}
        </Empty>
      </Panel>
    </>
  );
}

function Head({ person }: { person: Profile }) {
  return (
    <div className="grid gap-4">
      {person.deletedAt === null ? null : (
        <Note>{texts.deletedNote(dateText(new Date(person.deletedAt)))}</Note>
      )}
      {person.isFrozen ? <Note kind="bad">{texts.frozen(btcText(person.owedSats))}</Note> : null}
      <Balances person={person} />
      <ProfilePanel person={person} />
    </div>
  );
}

/** Loads each list separately, so that one failure does not affect the other lists. */
function Lists({ userId }: { userId: string }) {
  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <WithdrawalsPanel userId={userId} />
        <DepositsPanel userId={userId} />
      </div>
      <HoldingsPanel userId={userId} />
      <EntriesPanel userId={userId} />
      <WorkersPanel userId={userId} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <SessionsPanel userId={userId} />
        <SignInsPanel userId={userId} />
      </div>
      <TicketsPanel userId={userId} />
      <AuditPanel userId={userId} />
    </>
  );
}

function Actions({ person }: { person: Profile }) {
  const [open, setOpen] = useState<"edit" | "write" | "propose" | "delete">();
  const close = () => setOpen(undefined);
  const icon = { className: "size-4", strokeWidth: 1.5, "aria-hidden": true } as const;
  return (
    <>
      <Button onClick={() => setOpen("edit")}>
        <Pencil {...icon} />
        {texts.edit}
      </Button>
      <Button onClick={() => setOpen("write")}>
        <Mail {...icon} />
        {texts.write}
      </Button>
      <Button onClick={() => setOpen("propose")}>
        <Scale {...icon} />
        {texts.propose}
      </Button>
      <Button onClick={() => setOpen("delete")}>
        <Trash2 {...icon} />
        {texts.remove}
      </Button>
      {open === "edit" ? <EditDialog person={person} onClose={close} /> : null}
      {open === "write" ? <WriteDialog person={person} onClose={close} /> : null}
      {open === "propose" ? <ProposeDialog person={person} onClose={close} /> : null}
      {open === "delete" ? <DeleteDialog person={person} onClose={close} /> : null}
    </>
  );
}
