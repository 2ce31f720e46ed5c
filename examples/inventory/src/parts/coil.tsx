/**
 * A tag's picture: the windings of its antenna. They depend on its id, so that a tag always looks the same. An inactive tag has an
 * open circuit.
 */
export function Coil({
  id,
  isActive = true,
  size = 34,
}: {
  readonly id: string;
  readonly isActive?: boolean;
  readonly size?: number;
}) {
  const seed = hash(id);
  return (
    <svg
      className={isActive ? "coil" : "coil is-open"}
      viewBox="0 0 40 40"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <circle className="coil-ground" cx="20" cy="20" r="19.5" />
      {radii.map((radius, turn) => (
        <circle
          key={radius}
          className="coil-turn"
          cx="20"
          cy="20"
          r={radius}
          pathLength="100"
          strokeDasharray={`${isActive ? 58 + pick(seed, turn, 32) : 30 + pick(seed, turn, 14)} 100`}
          transform={`rotate(${pick(seed, turn + 3, 24) * 15} 20 20)`}
        />
      ))}
      <circle className="coil-chip" cx="20" cy="20" r="3.2" />
    </svg>
  );
}

const radii = [15.5, 11.6, 7.7] as const;

/** FNV-1a: short, and random enough for a picture. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const character of text) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return state >>> 0;
}

function pick(seed: number, at: number, count: number): number {
  return (Math.imul(seed ^ Math.imul(at + 1, 0x9e3779b1), 0x85ebca6b) >>> 8) % count;
}
