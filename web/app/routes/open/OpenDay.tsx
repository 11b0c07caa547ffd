/** /forex/days/2026-11-20, public. */
import { OpenPage } from "../../shell/OpenPage.tsx";
import { DayPage } from "../../../features/forex/day/DayPage.tsx";

export function OpenDay() {
  return (
    <OpenPage>
      <DayPage />
    </OpenPage>
  );
}
