/**
 * Shows the current toast, even above an open dialog. A toast is shown for 5 s by default. The
 * timer pauses on hover and focus. A swipe of 50 px to the right dismisses the toast. The component
 * is mounted once in the app. Screens show a toast with
 *
 *   toast({ title, description, variant: "destructive", duration: 10_000 })
 */
import { clsx } from "clsx";
import { Check, TriangleAlert, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { buttonClass } from "../controls/Button.tsx";
import { keepInReach } from "../dialogs/open-dialogs.ts";
import {
  dismissToast,
  shownToast,
  subscribeToToasts,
  TOAST_MS,
  TOAST_SWIPE_PX,
  type ShownToast,
} from "./toast-store.ts";

export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToasts, shownToast, () => undefined);
  const [place] = useState(() => document.createElement("div"));
  useLayoutEffect(() => keepInReach(place), [place]);
  return (
    <Radix.Provider
      announcerContainer={place}
      duration={TOAST_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_PX}
      label="Notice"
    >
      {shown === undefined ? null : <OneToast key={shown.id} {...shown} />}
      {createPortal(
        <Radix.Viewport className="fixed bottom-3 left-3 z-50 w-[min(360px,calc(100vw-24px))] [body:has(.has-shell)_&]:max-lg:bottom-[72px] [body:has(.has-shell)_&]:lg:left-[calc(var(--sidebar)+32px)]" />,
        place,
      )}
    </Radix.Provider>
  );
}

function OneToast({ id, title, description, variant, duration, action }: ShownToast) {
  const isBad = variant === "destructive";
  const Icon = isBad ? TriangleAlert : Check;
  return (
    <Radix.Root
      className={clsx(
        "toast grid touch-pan-y grid-cols-[auto_1fr_auto] gap-x-3 gap-y-0.5 rounded-lg bg-raised py-3 pr-2 pl-4 text-sm",
        isBad ? "shadow-[var(--shadow-pop),inset_2px_0_0_var(--down)]" : "shadow-(--shadow-pop)",
      )}
      type={isBad ? "foreground" : "background"}
      duration={duration ?? TOAST_MS}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(id);
      }}
    >
      <Icon
        className={clsx("mt-0.5 size-4", isBad ? "text-down" : "text-up")}
        strokeWidth={1.5}
        aria-hidden
      />
      <Radix.Title className="font-semibold">{title}</Radix.Title>
      <Radix.Close
        aria-label="Close"
        className="reach grid size-6 before:-inset-x-2.5 place-items-center rounded-md text-fg-2 hover:bg-hover hover:text-fg"
      >
        <X className="size-4" strokeWidth={1.5} aria-hidden />
      </Radix.Close>
      {description === undefined ? null : (
        <Radix.Description className="col-span-2 col-start-2 text-fg-2">
          {description}
        </Radix.Description>
      )}
      {action === undefined ? null : (
        <Radix.Action
          altText={`${action.label}, on this page`}
          className={buttonClass({ size: "small" }, "col-start-2 mt-1.5 justify-self-start")}
          onClick={action.run}
        >
          {action.label}
        </Radix.Action>
      )}
    </Radix.Root>
  );
}
