/** Announcements to all visitors: current, planned and earlier ones. */
import { useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { AnnouncementLine } from "../../ui/layout/AnnouncementLine.tsx";
import { BannerDialog } from "./BannerDialog.tsx";
import { bannersAt, type Banner, type StandingBanner } from "./banner-view.ts";
import { PostedAt } from "./PostedAt.tsx";
import { addressText } from "../decisions/strings.ts";
import { bannerTexts as texts, settingsTexts } from "./strings.ts";

export function BannerPanel(props: {
  id?: string | undefined;
  banners: readonly Banner[];
  shownBanner: Banner | null;
  at: string;
}) {
  const { banners } = props;
  const [opened, setOpened] = useState<{ seen: Banner | undefined; isTakingDown: boolean }>();
  const [newest] = banners;
  const { standing, earlier } = bannersAt(props);
  const isSet = standing.length > 0;
  const open = (isTakingDown: boolean) => setOpened({ seen: newest, isTakingDown });
  return (
    <Fold
      id={props.id}
      title={texts.title}
      foot={texts.foot}
      fact={isSet ? standing.map(({ state }) => texts[state]).join(", ") : texts.none}
      end={
        <>
          {isSet ? (
            <Button size="small" variant="quiet" onClick={() => open(true)}>
              {texts.takeDown}
            </Button>
          ) : null}
          <Button size="small" onClick={() => open(false)}>
            {isSet ? texts.change : texts.write}
          </Button>
        </>
      }
    >
      {isSet ? (
        <div className="grid gap-6">
          {standing.map((one) => (
            <Standing key={one.banner.id} {...one} />
          ))}
        </div>
      ) : (
        <Empty title={texts.none}>{texts.noneText}</Empty>
      )}
      {earlier.length === 0 ? null : <Earlier banners={earlier} />}
      {opened === undefined ? null : (
        <BannerDialog
          {...opened}
          states={standing.map(({ state }) => state)}
          isOutdated={newest?.id !== opened.seen?.id}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Fold>
  );
}

function Standing({ state, banner }: StandingBanner) {
  return (
    <section aria-label={texts[state]} className="grid gap-4">
      <h3 className="text-sm font-semibold">{texts[state]}</h3>
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
          <span className="break-all whitespace-normal">{addressText(banner.setBy)}</span>
        </KeyValue>
      </KeyValues>
    </section>
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
              <span className="text-fg-2">({addressText(setBy)})</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
