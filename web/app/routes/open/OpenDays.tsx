/** /forex/days, public. */
import { OpenPage } from "../../shell/OpenPage.tsx";
import { DaysPage } from "../../../features/forex/day/DaysPage.tsx";

export function OpenDays() {
  return (
    <OpenPage>
      <DaysPage />
    </OpenPage>
  );
}
