/**
 * The "Only to my verified addresses" switch. Turning it on takes effect immediately. Turning it
 * off takes effect a day later, as the page explains in advance.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { api } from "../../../data/api/call.ts";
import { fullText } from "../../../ui/time/time-text.ts";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Toggle } from "../../../ui/controls/Toggle.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import { connectTexts } from "./strings.ts";

const texts = connectTexts.lock;

export function AddressLock({ count }: { count: number }) {
  const lock = useQuery(apiQuery("getAddressLock"));
  const change = useChange({
    send: (isOn: boolean) => api("setAddressLock", { body: { isOn } }),
    changed: ["getAddressLock", "listMailbox"],
    onDone: ({ offAt }) =>
      offAt === null
        ? { title: texts.onTitle, description: texts.on }
        : { title: texts.offTitle, description: texts.offText(fullText(new Date(offAt))) },
  });
  return (
    <div className="mt-3 max-w-[640px]">
      <Loaded query={lock} lines={1}>
        {({ isOn, offAt }) => (
          <Toggle
            label={texts.label}
            isOn={isOn && offAt === null}
            onFlip={() => {
              if (!change.isPending) change.mutate(!(isOn && offAt === null));
            }}
          >
            {explanation({ isOn, offAt, count })}
          </Toggle>
        )}
      </Loaded>
    </div>
  );
}

function explanation(lock: { isOn: boolean; offAt: string | null; count: number }): string {
  if (!lock.isOn) return lock.count === 0 ? texts.none : texts.off;
  return lock.offAt === null ? texts.on : texts.ending(fullText(new Date(lock.offAt)));
}
