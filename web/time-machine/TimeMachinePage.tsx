/** /time-machine: for anybody. */
import { OpenPage } from "../shell/OpenPage.tsx";
import { TimeMachine } from "./TimeMachine.tsx";

export function TimeMachinePage() {
  return (
    <OpenPage>
      <TimeMachine />
    </OpenPage>
  );
}
