/** The next step for a user without positions: get test coins, or go to the amount field. */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { Button, buttonClass } from "../../ui/controls/Button.tsx";
import { earnTexts as texts } from "./strings.ts";

export function EmptyAction(props: {
  availableSats: number | undefined;
  anchor: string;
  label: string;
}) {
  if (props.availableSats === undefined) return null;
  if (props.availableSats === 0)
    return (
      <Link {...paths.deposit} className={buttonClass()}>
        {texts.getCoins}
      </Link>
    );
  return (
    <Button onClick={() => document.getElementById(props.anchor)?.focus()}>{props.label}</Button>
  );
}
