/** Route component for the public page /transparency. */
import { useAuth } from "../../../session/auth/auth-context.ts";
import { OpenPage } from "../../shell/OpenPage.tsx";
import { TransparencyPage } from "../../../features/transparency/TransparencyPage.tsx";

export function OpenTransparency() {
  const { user, needsCode } = useAuth();
  return (
    <OpenPage>
      <TransparencyPage userId={user !== null && !needsCode ? user.id : null} />
    </OpenPage>
  );
}
