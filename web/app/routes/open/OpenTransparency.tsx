/** Route component for the public page /transparency. */
import { OpenPage } from "../../shell/OpenPage.tsx";
import { TransparencyPage } from "../../../features/transparency/TransparencyPage.tsx";

export function OpenTransparency() {
  return (
    <OpenPage>
      <TransparencyPage />
    </OpenPage>
  );
}
