/** Route component for the public page of one day, such as /forex/days/2026-11-20. */
import { OpenPage } from "../../shell/OpenPage.tsx";
import { DayPage } from "../../../features/forex/day/DayPage.tsx";

export function OpenDay() {
  return (
    <OpenPage>
      <DayPage />
    </OpenPage>
  );
}
