/** /settings/keys: the user's API keys. A new key's secret is shown only once. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import { useSignInPlace } from "../../../session/auth/use-sign-in-place.ts";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { SettingsLink } from "../SettingsLink.tsx";
import { FreshKey, type NewKey } from "./FreshKey.tsx";
import { KeysPanel } from "./KeysPanel.tsx";
import { MakeKeyDialog } from "./MakeKeyDialog.tsx";
import { keysTexts as texts } from "./strings.ts";

export function KeysPage() {
  const { isElsewhere } = useSignInPlace();
  return (
    <>
      <PageHead title={texts.title} end={<SettingsLink />}>
        {texts.lead}
      </PageHead>
      {isElsewhere ? <Note>{texts.hosted}</Note> : <Keys />}
    </>
  );
}

function Keys() {
  const keys = useQuery(apiQuery("listKeys"));
  const [isMaking, setIsMaking] = useState(false);
  const [fresh, setFresh] = useState<NewKey>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {fresh === undefined ? null : (
        <FreshKey key={fresh.id} made={fresh} onKept={() => setFresh(undefined)} />
      )}
      <Loaded query={keys} lines={4}>
        {({ items }) => <KeysPanel items={items} onMake={() => setIsMaking(true)} />}
      </Loaded>
      <p className="text-sm text-fg-2">
        {texts.ends}{" "}
        <a className="underline" href="/api/docs">
          {texts.docs}
        </a>
      </p>
      {isMaking ? <MakeKeyDialog onMade={setFresh} onClose={() => setIsMaking(false)} /> : null}
    </div>
  );
}
