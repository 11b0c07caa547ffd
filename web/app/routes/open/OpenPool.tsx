/** Route component for the public page /pool. */
import { OpenPage } from "../../shell/OpenPage.tsx";
import { PoolPage } from "../../../features/pool/PoolPage.tsx";

export function OpenPool() {
  return (
    <OpenPage>
      <PoolPage />
    </OpenPage>
  );
}
