/** Route component for the public page /time-machine. */
import { OpenPage } from "../../shell/OpenPage.tsx";
import { TimeMachine } from "../../../features/time-machine/TimeMachine.tsx";

export function OpenTimeMachine() {
  return (
    <OpenPage>
      <TimeMachine />
    </OpenPage>
  );
}
