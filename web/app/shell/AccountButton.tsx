/** The avatar. Its menu is loaded with the first click. */
import { useState, type ComponentType } from "react";
import { notLoaded } from "../../ui/toasts/not-loaded.ts";
import { AVATAR, FACE, initialsOf } from "./avatar.ts";
import { shellTexts as texts } from "./strings.ts";

interface AccountProps {
  name: string | undefined;
  email: string | undefined;
  onLogout: () => void;
}

export function AccountButton(props: AccountProps) {
  const [Menu, setMenu] = useState<ComponentType<AccountProps>>();
  if (Menu !== undefined) return <Menu {...props} />;
  const open = async () => {
    const { AccountMenu } = await import("./AccountMenu.tsx");
    setMenu(() => AccountMenu);
  };
  return (
    <button
      type="button"
      className={AVATAR}
      aria-label={texts.account(props.name, initialsOf(props.name))}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void open().catch(() => notLoaded(texts.menuNotLoaded))}
    >
      <span aria-hidden className={FACE}>
        {initialsOf(props.name)}
      </span>
    </button>
  );
}
