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

interface LeafProps {
  readonly label: string;
  readonly type: GraphQLInputType;
  /** What the query has; empty where it has nothing. */
  readonly literal: string;
  readonly isRequired: boolean;
  readonly defaultValue: unknown;
  readonly onChange: (literal: string) => void;
}

/** One value without parts: a choice where there are few, else a text. */
export function LeafValue(props: LeafProps) {
  const { label, literal, isRequired, defaultValue, onChange } = props;
  const choices = choicesOf(props.type);
  // A variable, null and whatever else no choice offers is shown as it is.
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

/** The text goes into the query when it is left or confirmed, so that half a number is not written there. */
function TextValue({ label, type, literal, isRequired, defaultValue, onChange }: LeafProps) {
  const shown = readableOf(literal, isRequired);
  const [text, setText] = useState(shown);
  const [isWrong, setIsWrong] = useState(false);
  const [before, setBefore] = useState(literal);
  if (literal !== before) {
    // The query was changed: here, in its text, or by another tab.
    setBefore(literal);
    setText(shown);
    setIsWrong(false);
  }
  const commit = () => {
    if (text === shown) return setIsWrong(false);
    const next = literalOf(text, type, isRequired);
    setIsWrong(next === null);
    if (next !== null) onChange(next);
  };
  return (
    <input
      aria-label={label}
      value={text}
      aria-invalid={isWrong}
      aria-required={isRequired}
      spellCheck={false}
      autoComplete="off"
      placeholder={defaultValue === undefined ? getNamedType(type).name : String(defaultValue)}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}

/** Types whose values are texts, so that nobody has to quote them. */
const textTypes = new Set(["String", "ID", "DateTime"]);

/** A literal as it is shown: a text without its quotes. Empty text shows them, unless nothing else could be meant. */
function readableOf(literal: string, isRequired: boolean): string {
  if (literal === '""') return isRequired ? "" : literal;
  return /^"(?:[^"\\])+"$/.test(literal) ? literal.slice(1, -1) : literal;
}

/** A person's text as a literal; empty: none; null where it is no value of the type. */
function literalOf(text: string, type: GraphQLInputType, isRequired: boolean): string | null {
  if (/^\$[_A-Za-z]\w*$/.test(text)) return text;
  const isText = textTypes.has(getNamedType(type).name);
  if (text === "") return isRequired ? (isText ? '""' : null) : "";
  if (isText && !text.startsWith('"')) return JSON.stringify(text);
  try {
    const value = parseValue(text);
    return isLeafType(type) && valueFromAST(value, type as GraphQLLeafType) === undefined
      ? null
      : text;
  } catch {
    return null;
  }
}
