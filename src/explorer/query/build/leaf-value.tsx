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
import { DateValue, isDayLiteral } from "./date-value.tsx";
import { PickBox } from "./pick-box.tsx";

interface LeafProps {
  readonly label: string;
  readonly type: GraphQLInputType;
  /** The literal in the query; empty if there is none. */
  readonly literal: string;
  readonly isRequired: boolean;
  readonly defaultValue: unknown;
  /** What can be picked for it; null if nothing can. */
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

/** A text box. It writes its value when the user leaves it or presses Enter, so that no half-typed number gets into the query. */
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
  };
  if (pick !== null) {
    const choose = (value: string) => {
      setText(value);
      commit(value);
    };
    return <PickBox box={box} pick={pick} onType={setText} onChoose={choose} onEnter={commit} />;
  }
  return (
    <input
      {...box}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}

/** The types whose values are strings, which users need not quote. */
const stringTypes = new Set(["String", "ID", "DateTime"]);

/**
 * A literal as shown: a string without its quotes. If a value is optional, an empty string keeps them, because an empty box means
 * no value.
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
