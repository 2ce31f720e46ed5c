/** A terminal's picture. Its screen is on while it is active. */
export function Device({
  isActive = true,
  size = 34,
}: {
  readonly isActive?: boolean;
  readonly size?: number;
}) {
  return (
    <svg
      className={isActive ? "device" : "device is-off"}
      viewBox="0 0 40 40"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <rect className="device-body" x="10" y="3.5" width="20" height="33" rx="5" />
      <rect className="device-screen" x="13" y="8" width="14" height="19" rx="2" />
      <path className="device-wave" d="M17 21.5a5 5 0 0 1 0-8M20.5 19.5a2.6 2.6 0 0 1 0-4" />
      <circle className="device-key" cx="20" cy="31.7" r="1.7" />
    </svg>
  );
}
