/** The application's mark: a coil around its chip. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg className="mark" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <circle className="mark-turn" cx="20" cy="20" r="17" pathLength="100" strokeDasharray="82 100" transform="rotate(-58 20 20)" />
      <circle className="mark-turn" cx="20" cy="20" r="12.5" pathLength="100" strokeDasharray="70 100" transform="rotate(96 20 20)" />
      <circle className="mark-turn" cx="20" cy="20" r="8" pathLength="100" strokeDasharray="76 100" transform="rotate(-120 20 20)" />
      <circle className="mark-chip" cx="20" cy="20" r="3.4" />
    </svg>
  );
}
