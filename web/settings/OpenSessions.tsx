/** The user's sessions. The one that asks cannot end itself here: Logout does that. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, apiQuery, type ApiAnswer } from "../api.ts";
import { signOutOthers } from "../auth/auth-client.ts";
import { When } from "../time/When.tsx";
import { Button } from "../ui/Button.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { Panel } from "../ui/Panel.tsx";
import { Cell, Table } from "../ui/Table.tsx";
import { Tag } from "../ui/Tag.tsx";
import { toastError } from "../ui/toast-error.ts";
import { toast } from "../ui/toast-store.ts";
import { deviceText } from "./device-text.ts";
import { historyTexts as texts } from "./strings.ts";

type Session = ApiAnswer<"listSessions">["items"][number];

const REFRESH_MS = 15_000;

export function OpenSessions() {
  const sessions = useQuery({ ...apiQuery("listSessions"), refetchInterval: REFRESH_MS });
  const items = sessions.data?.items ?? [];
  return (
    <Panel
      title={texts.sessions}
      isFlush
      foot={
        items.some(({ isCurrent }) => isCurrent) ? (
          <EndOthers hasOthers={items.some(({ isCurrent }) => !isCurrent)} />
        ) : undefined
      }
    >
      <Loaded query={sessions} isFlush lines={3}>
        {({ items: open }) =>
          open.length === 0 ? (
            <p className="px-5 py-6 text-sm text-fg-2">{texts.managed}</p>
          ) : (
            <Table
              shape="stack"
              caption={texts.sessions}
              columns={[
                texts.columns.device,
                texts.columns.ip,
                texts.columns.since,
                texts.columns.lastUsed,
                "",
              ]}
            >
              {open.map((session) => (
                <Row key={session.id} session={session} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Row({ session }: { session: Session }) {
  return (
    <tr>
      <Cell className="lead">
        <span title={session.userAgent}>{deviceText(session.userAgent)}</span>
      </Cell>
      <Cell label={texts.columns.ip}>
        <span className="mono">{session.ip}</span>
      </Cell>
      <Cell label={texts.columns.since}>
        <When at={session.createdAt} className="mono" />
      </Cell>
      <Cell label={texts.columns.lastUsed}>
        <When at={session.lastUsedAt} className="mono" />
      </Cell>
      <Cell className="actions">
        {session.isCurrent ? <Tag kind="accent">{texts.thisOne}</Tag> : <End session={session} />}
      </Cell>
    </tr>
  );
}

function End({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => api("endSession", { params: { sessionId: session.id } }),
    onSuccess: () => toast({ title: texts.endedTitle, description: texts.endedText }),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["listSessions"] }),
  });
  return (
    <Button
      size="small"
      isBusy={end.isPending}
      busyLabel={texts.ending}
      aria-label={texts.endLabel(deviceText(session.userAgent), session.createdAt)}
      onClick={() => end.mutate()}
    >
      {texts.end}
    </Button>
  );
}

function EndOthers(props: { hasOthers: boolean }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: signOutOthers,
    onSuccess: () => toast({ title: texts.endedOthersTitle, description: texts.endedOthersText }),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["listSessions"] }),
  });
  return (
    <Button
      isBusy={end.isPending}
      busyLabel={texts.ending}
      disabledReason={props.hasOthers ? undefined : texts.noOthers}
      onClick={() => end.mutate()}
    >
      {texts.endOthers}
    </Button>
  );
}
