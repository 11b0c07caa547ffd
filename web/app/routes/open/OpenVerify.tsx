/** Route component for the public page /verify. */
import { VerifyPage } from "../../../features/receipts/VerifyPage.tsx";
import { OpenPage } from "../../shell/OpenPage.tsx";

export function OpenVerify() {
  return (
    <OpenPage>
      <VerifyPage />
    </OpenPage>
  );
}
