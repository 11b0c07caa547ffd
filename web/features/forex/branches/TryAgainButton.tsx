/** Starts a branch just before an order was sent. Shown only in replays. */
import { Button } from "../../../ui/controls/Button.tsx";
import { useDeskSource } from "../source/desk-source.ts";
import { branchTexts as texts } from "./strings.ts";
import { useBranchReplay } from "./use-branch-replay.ts";

export function TryAgainButton(props: { orderId: string; instrument: string; of: string }) {
  const { orderId, instrument, of } = props;
  const { replayId } = useDeskSource();
  const branch = useBranchReplay();
  if (replayId === undefined) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={texts.tryAgainLabel(of)}
      isBusy={branch.isPending}
      busyLabel={texts.starting}
      onClick={() => branch.mutate({ replayId, instrument, point: { before: orderId } })}
    >
      {texts.tryAgain}
    </Button>
  );
}
