import {
  type GraphQLInputType,
  type GraphQLLeafType,
  getNamedType,
  isEnumType,
  isLeafType,
  parseValue,
  valueFromAST,
} from "graphql";
import { useState } from "react";
import type { Pick } from "../pick/picks.ts";
import { PickBox } from "./pick-box.tsx";

interface LeafProps {
  readonly label: string;
  readonly type: GraphQLInputType;
  readonly literal: string;
  readonly isRequired: boolean;
  readonly defaultValue: unknown;
  readonly pick: Pick | null;
  readonly onChange: (literal: string) => void;
}

export function LeafValue(props: LeafProps) {
  const { label, literal, isRequired, defaultValue, onChange } = props;
  const choices = choicesOf(props.type);
  if (getNamedType(props.type).name === "DateTime" && isDayLiteral(literal))
    return <DateValue {...props} />;
  // Anything that is not one of the choices, such as a variable or null, is shown as text.
  const isChoice = literal === "" || choices?.includes(literal);
  if (choices === null || !isChoice) return <TextValue {...props} />;
  return (
    <select aria-label={label} value={literal} onChange={(event) => onChange(event.target.value)}>
      {(!isRequired || literal === "") && (
        <option value="">{defaultValue === undefined ? "" : `${defaultValue} (default)`}</option>
      )}
      {choices.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

function choicesOf(type: GraphQLInputType): readonly string[] | null {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  return getNamedType(type).name === "Boolean" ? ["true", "false"] : null;
}

/** It writes its value on leaving or Enter, so that no half-typed number gets into the query. */
function TextValue(props: LeafProps) {
  const { label, type, literal, isRequired, defaultValue, pick, onChange } = props;
  const shown = toShownText(literal, isRequired);
  const [text, setText] = useState(shown);
  const [isWrong, setIsWrong] = useState(false);
  const [before, setBefore] = useState(literal);
  if (literal !== before) {
    // The query has changed: here, in the editor, or by a switch of tabs.
    setBefore(literal);
    setText(shown);
    setIsWrong(false);
  }
  const commit = (given = text) => {
    if (given === shown) return setIsWrong(false);
    const next = toLiteral(given, type, isRequired);
    setIsWrong(next === null);
    if (next !== null) onChange(next);
  };
  const box = {
    "aria-label": label,
    value: text,
    "aria-invalid": isWrong,
    "aria-required": isRequired,
    spellCheck: false,
    autoComplete: "off",
    placeholder: defaultValue === undefined ? getNamedType(type).name : String(defaultValue),
    onBlur: () => commit(),
    onKeyDown: ({ key }: React.KeyboardEvent) => void (key === "Enter" && commit()),
  };
  return pick === null ? (
    <input {...box} onChange={(event) => setText(event.target.value)} />
  ) : (
    <PickBox box={box} pick={pick} onType={setText} onChoose={commit} />
  );
}

const stringTypes = new Set(["String", "ID", "DateTime"]);

/**
 * A literal as shown: a string without its quotes. If a value is optional, an empty string keeps
 * them, because an empty box means no value.
 */
function toShownText(literal: string, isRequired: boolean): string {
  if (literal === '""') return isRequired ? "" : literal;
  return /^"(?:[^"\\])+"$/.test(literal) ? literal.slice(1, -1) : literal;
}

/** What the user typed, as a literal; empty for no value, null if it does not fit the type. */
function toLiteral(text: string, type: GraphQLInputType, isRequired: boolean): string | null {
  if (/^\$[_A-Za-z]\w*$/.test(text)) return text;
  const isString = stringTypes.has(getNamedType(type).name);
  if (text === "" && !isRequired) return "";
  if (text === "") return isString ? '""' : null;
  if (isString && !text.startsWith('"')) return JSON.stringify(text);
  try {
    const value = parseValue(text);
    return isLeafType(type) && valueFromAST(value, type as GraphQLLeafType) === undefined
      ? null
      : text;
  } catch {
    return null;
  }
}

const dayLiteral = /^"(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?Z"$/;

/** Whether a `DateTime` is none, or the first instant of a day in UTC. Others are shown as text. */
function isDayLiteral(literal: string): boolean {
  return literal === "" || dayLiteral.test(literal);
}

/** Writes the day's first instant in UTC, and nothing while the year is being typed. */
function DateValue({ label, literal, isRequired, onChange }: LeafProps) {
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
