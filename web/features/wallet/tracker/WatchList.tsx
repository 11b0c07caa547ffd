/**
 * Lists the transactions on the user's watch list, each with its current state and a switch for
 * e-mails, and a form that adds one.
 */
import { useQuery } from "@tanstack/react-query";
import { watchListLimits } from "../../../../api/limits.ts";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { When } from "../../../ui/time/When.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { SixBlockMeter } from "../../../ui/figures/SixBlockMeter.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { Toggle } from "../../../ui/controls/Toggle.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import { FollowForm } from "./FollowForm.tsx";
import { watchTexts as texts } from "./strings.ts";
import { TransactionLink } from "./TransactionLink.tsx";

type Followed = ApiAnswer<"listFollowed">["items"][number];

const LOOK_AGAIN_MS = 5000;

/** `shownId` is the id that the page shows. A txid is prefilled in the form. */
export function WatchList({ shownId }: { shownId: string }) {
  const query = useQuery({ ...apiQuery("listFollowed"), refetchInterval: LOOK_AGAIN_MS });
  const count = query.data?.items.length;
  return (
    <Panel
      title={texts.title}
      isFlush
      end={
        count === undefined ? undefined : (
          <span className="text-sm text-fg-2">
            {texts.count(count, watchListLimits.followedMax)}
          </span>
        )
      }
    >
      <Loaded query={query} isFlush>
        {({ items }) => (
          <>
            <FollowForm shownId={shownId} items={items} />
            {items.length === 0 ? (
              <Empty title={texts.empty}>{texts.emptyText}</Empty>
            ) : (
              <ul aria-label={texts.list}>
                {items.map((one) => (
                  <Row key={one.txid} {...one} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Row(props: Followed) {
  const { txid, isMailed, followedAt } = props;
  const remove = useChange({
    send: () => api("unfollowTransaction", { params: { txid } }),
    changed: ["listFollowed"],
    onDone: () => ({ title: texts.removed }),
  });
  const mail = useChange({
    send: () => api("changeFollowed", { params: { txid }, body: { isMailed: !isMailed } }),
    changed: ["listFollowed"],
    onDone: (now) => ({ title: now.isMailed ? texts.mailOn : texts.mailOff }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-5 py-2 last:border-b-0 max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TransactionLink id={txid} />
          <State {...props} />
        </span>
        <span className="text-xs text-fg-2">
          {texts.since} <When at={followedAt} />
        </span>
      </div>
      <div className="w-36">
        <Toggle
          label={texts.mail}
          name={texts.nameOf(texts.mail, txid)}
          isOn={isMailed}
          onFlip={() => {
            if (!mail.isPending) mail.mutate();
          }}
        />
      </div>
      <Button
        size="small"
        className="max-md:ml-auto"
        aria-label={texts.nameOf(texts.remove, txid)}
        onClick={() => {
          if (!remove.isPending) remove.mutate();
        }}
      >
        {texts.remove}
      </Button>
    </li>
  );
}

function State({ state, confirmations }: Followed) {
  if (state === "in_block") return <SixBlockMeter confirmations={confirmations} hasCount />;
  const isBad = state === "taken_back" || state === "gone";
  return <Tag kind={isBad ? "down" : "fact"}>{texts.states[state]}</Tag>;
}
