/**
 * A hidden field with the account of a password, which password managers need. Used before the
 * password fields in forms without a visible account field.
 */
export function UsernameField({ email }: { email: string | undefined }) {
  if (!email) return null;
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      className="hidden"
    />
  );
}
