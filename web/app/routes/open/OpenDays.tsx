/** Route component for the public page /forex/days. */
import { OpenPage } from "../../shell/OpenPage.tsx";
import { DaysPage } from "../../../features/forex/day/DaysPage.tsx";

export function OpenDays() {
  return (
    <OpenPage>
      <DaysPage />
    </OpenPage>
  );
}
