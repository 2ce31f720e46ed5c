/** The application's logo: a coil around its chip. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg className="mark" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <circle
        className="mark-turn"
        cx="20"
        cy="20"
        r="17"
        pathLength="100"
        strokeDasharray="82 100"
        transform="rotate(-58 20 20)"
      />
      <circle
        className="mark-turn"
        cx="20"
        cy="20"
        r="12.5"
        pathLength="100"
        strokeDasharray="70 100"
        transform="rotate(96 20 20)"
      />
      <circle
        className="mark-turn"
        cx="20"
        cy="20"
        r="8"
        pathLength="100"
        strokeDasharray="76 100"
        transform="rotate(-120 20 20)"
      />
      <circle className="mark-chip" cx="20" cy="20" r="3.4" />
    </svg>
  );
}

const turns = Array.from({ length: 11 }, (_, at) => ({
  radius: 46 + at * 26,
  length: 52 + ((at * 37) % 41),
  from: (at * 137) % 360,
}));

/** The logo's coil with many more windings. It overflows its place. */
export function GateArt() {
  return (
    <svg viewBox="-320 -320 640 640" aria-hidden="true">
      {turns.map(({ radius, length, from }) => (
        <circle
          key={radius}
          className="mark-turn"
          r={radius}
          pathLength="100"
          strokeDasharray={`${length} 100`}
          transform={`rotate(${from})`}
        />
      ))}
      <rect className="mark-chip" x="-15" y="-15" width="30" height="30" rx="7" />
    </svg>
  );
}
