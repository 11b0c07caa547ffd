/** The avatar. Its menu is loaded when it is first pressed. */
import { useState, type ComponentType } from "react";
import { toast } from "../ui/toast-store.ts";
import { AVATAR, initialsOf } from "./avatar.ts";
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
      aria-label={texts.account(props.name)}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void open().catch(notLoaded)}
    >
      <span aria-hidden>{initialsOf(props.name)}</span>
    </button>
  );
}

function notLoaded(): void {
  toast({
    title: "Menu not loaded",
    description: "Check the connection and try again.",
    variant: "destructive",
  });
}
