export function DisclosureButton({
  isOpen,
  name,
  onClick,
}: {
  readonly isOpen: boolean;
  readonly name: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="disclosure quiet"
      aria-label={`${isOpen ? "Close" : "Open"} ${name}`}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {isOpen ? "▾" : "▸"}
    </button>
  );
}
