/**
 * A hidden field with the account of a password, for password managers. Used in forms without a
 * visible account field, before the password fields.
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
