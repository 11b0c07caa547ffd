/** The logo: a hash sign whose lowest bar represents a floor, followed by the name. */
export function Logo() {
  return (
    <span className="inline-flex min-h-11 items-center gap-2.5 text-[1.0625rem] font-semibold tracking-[-0.02em] text-fg">
      <svg
        className="size-[22px]"
        viewBox="0 0 22 22"
        fill="none"
        strokeWidth="2"
        strokeLinecap="square"
        aria-hidden
      >
        <path className="stroke-fg" d="M7 3v12M15 3v12M3 8h16" />
        <path className="stroke-accent-line" strokeWidth="3" strokeLinecap="butt" d="M1 17.5h20" />
      </svg>
      Hashfloor
    </span>
  );
}
