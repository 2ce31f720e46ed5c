interface DateValueProps {
  readonly label: string;
  /** A literal that `isDayLiteral` holds for. */
  readonly literal: string;
  readonly isRequired: boolean;
  readonly onChange: (literal: string) => void;
}

const dayLiteral = /^"(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?Z"$/;

/** Whether a `DateTime` in the query is none, or the first instant of a day in UTC. Any other is shown as text. */
export function isDayLiteral(literal: string): boolean {
  return literal === "" || dayLiteral.test(literal);
}

/** A box for a day. It writes the day's first instant in UTC. While the year is being typed, it writes nothing. */
export function DateValue({ label, literal, isRequired, onChange }: DateValueProps) {
  const [, day = ""] = dayLiteral.exec(literal) ?? [];
  return (
    <input
      // The box keeps what is being typed until the query changes.
      key={day}
      type="date"
      aria-label={label}
      required={isRequired}
      title="The day's first instant in UTC"
      defaultValue={day}
      onChange={({ target: { value } }) => {
        if (value === "" && !isRequired) onChange("");
        if (/^[1-9]\d{3}-/.test(value) && value !== day) onChange(`"${value}T00:00:00Z"`);
      }}
    />
  );
}
