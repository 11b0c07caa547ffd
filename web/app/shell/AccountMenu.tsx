/** Account menu of the avatar: name, settings, mailbox, history and logout. */
import { Link } from "@tanstack/react-router";
import { History, LogOut, Mail, Settings, ShieldCheck, type LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { paths } from "../../ui/navigation/paths.ts";
import { AVATAR, FACE, initialsOf } from "./avatar.ts";
import { shellTexts as texts } from "./strings.ts";

const ITEM =
  "flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm no-underline outline-0 data-highlighted:bg-hover max-md:h-11";

/** Page margin on phones in pixels. */
const MARGIN_PX = 16;

const LINKS = [
  { target: paths.settings, label: texts.settings, icon: Settings },
  { target: paths.twoFactor, label: texts.twoFactor, icon: ShieldCheck },
  { target: paths.mailbox, label: texts.mailbox, icon: Mail },
  { target: paths.history, label: texts.history, icon: History },
] as const;

export function AccountMenu(props: {
  name: string | undefined;
  email: string | undefined;
  onLogout: () => void;
}) {
  return (
    // Not modal, because a modal menu would add inline styles, which the content security policy
    // blocks.
    <Radix.Root defaultOpen modal={false}>
      <Radix.Trigger
        className={AVATAR}
        aria-label={texts.account(props.name, initialsOf(props.name))}
      >
        <span aria-hidden className={FACE}>
          {initialsOf(props.name)}
        </span>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={MARGIN_PX}
          className="z-[5] min-w-60 rounded-md border border-line-strong bg-raised p-1.5 shadow-(--shadow-pop)"
        >
          <Radix.Label className="px-2.5 pt-1.5 pb-2 text-sm">
            <span className="block font-semibold">{props.name}</span>
            <span className="block text-xs wrap-anywhere text-fg-2">{props.email}</span>
          </Radix.Label>
          <Radix.Separator className="-mx-1.5 mb-1.5 h-px bg-line" />
          {LINKS.map(({ target, label, icon }) => (
            <Radix.Item key={label} asChild>
              <Link {...target} className={ITEM}>
                <Icon of={icon} />
                {label}
              </Link>
            </Radix.Item>
          ))}
          <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
          <Radix.Item className={ITEM} onSelect={props.onLogout}>
            <Icon of={LogOut} />
            {texts.logout}
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Icon({ of: Picture }: { of: LucideIcon }) {
  return <Picture className="size-4 text-fg-2" strokeWidth={1.5} aria-hidden />;
}
