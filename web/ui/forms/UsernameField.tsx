/**
 * A hidden field that tells password managers which account a password belongs to. Used before the
 * password fields of forms without a visible account field.
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
