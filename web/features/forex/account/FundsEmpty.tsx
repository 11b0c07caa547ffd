/**
 * Empty state of the desk, which offers to move coins to the desk or, without coins, to get test
 * coins.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../../data/api/query.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { Button, buttonClass } from "../../../ui/controls/Button.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { fundsTexts as texts } from "./strings.ts";

export function FundsEmpty({ onBring }: { onBring: () => void }) {
  const { data } = useQuery(apiQuery("getWallet"));
  if (data?.availableSats === 0)
    return (
      <Empty
        title={texts.noCoinsTitle}
        action={
          <>
            <Link {...paths.deposit} className={buttonClass({ variant: "primary" })}>
              {texts.getCoins}
            </Link>
            <Link {...paths.forexReplays} className={buttonClass()}>
              {texts.replay}
            </Link>
          </>
        }
      >
        {texts.noCoins}
      </Empty>
    );
  return (
    <Empty
      title={texts.emptyTitle}
      action={
        <Button variant="primary" onClick={onBring}>
          {texts.bring}
        </Button>
      }
    >
      {texts.empty}
    </Empty>
  );
}
