/** The announcement to everybody: what is shown now, planned or over, and what was announced before. */
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { AnnouncementLine } from "../../announcement/AnnouncementLine.tsx";
import { BannerDialog } from "./BannerDialog.tsx";
import { stateOf, type Banner } from "./banner-view.ts";
import { PostedAt } from "./PostedAt.tsx";
import { bannerTexts as texts, settingsTexts } from "./strings.ts";

export function BannerPanel(props: { banners: readonly Banner[]; at: string }) {
  const { banners, at } = props;
  const [opened, setOpened] = useState<{ seen: Banner | undefined; isTakingDown: boolean }>();
  const [current] = banners;
  const state = stateOf(current, at);
  const isSet = current !== undefined && state !== "none";
  const open = (isTakingDown: boolean) => setOpened({ seen: current, isTakingDown });
  return (
    <Panel
      title={texts.title}
      tags={isSet ? <Tag>{texts[state]}</Tag> : null}
      foot={texts.foot}
      end={
        <>
          {isSet ? (
            <Button variant="quiet" onClick={() => open(true)}>
              {texts.takeDown}
            </Button>
          ) : null}
          <Button onClick={() => open(false)}>{isSet ? texts.change : texts.write}</Button>
        </>
      }
    >
      {isSet ? <Current banner={current} /> : <Empty title={texts.none}>{texts.noneText}</Empty>}
      {banners.length < 2 ? null : <Earlier banners={banners.slice(1)} />}
      {opened === undefined ? null : (
        <BannerDialog
          {...opened}
          isOutdated={current?.id !== opened.seen?.id}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  );
}

function Current({ banner }: { banner: Banner }) {
  return (
    <div className="grid gap-4">
      <div className="overflow-hidden rounded-md border border-line">
        <AnnouncementLine text={banner.text} severity={banner.severity} />
      </div>
      <KeyValues>
        <KeyValue label={texts.from}>
          <PostedAt at={banner.from} />
        </KeyValue>
        <KeyValue label={texts.until}>
          {banner.until === null ? texts.untilTaken : <PostedAt at={banner.until} />}
        </KeyValue>
        <KeyValue label={settingsTexts.setBy}>
          <span className="break-all whitespace-normal">{banner.setBy ?? settingsTexts.gone}</span>
        </KeyValue>
      </KeyValues>
    </div>
  );
}

function Earlier({ banners }: { banners: readonly Banner[] }) {
  return (
    <section aria-label={texts.earlier} className="mt-5 grid gap-2 text-sm">
      <h3 className="font-semibold">{texts.earlier}</h3>
      <ul className="grid gap-1.5">
        {banners.map(({ id, text, setAt, setBy }) => (
          <li key={id} className="grid gap-x-3 sm:grid-cols-[max-content_minmax(0,1fr)]">
            <span className="text-fg-2">
              <PostedAt at={setAt} />
            </span>
            <span className="min-w-0 break-words">
              {text === "" ? <em>{texts.tookDown}</em> : text}{" "}
              <span className="text-fg-2">({setBy ?? settingsTexts.gone})</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
