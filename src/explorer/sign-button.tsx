/** A button that shows a sign, such as `×`, and is called by what it does. */
export function SignButton({
  ref,
  label,
  sign,
  onClick,
}: {
  readonly ref?: React.Ref<HTMLButtonElement>;
  readonly label: string;
  readonly sign: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="sign quiet"
      ref={ref}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {sign}
    </button>
  );
}
