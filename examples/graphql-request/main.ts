import { explainError, lookUp, type Match } from "./look-up.ts";

const form = document.querySelector<HTMLFormElement>("#look-up");
const results = document.querySelector("#results");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  // The key stays in its field, which each lookup reads. A reload forgets it.
  const { key, uid } = Object.fromEntries(new FormData(form));
  results?.replaceChildren("Looking…");
  try {
    const matches = await lookUp(String(key), String(uid));
    const found = matches.length === 0 ? ["No tag has this UID."] : matches.map(draw);
    results?.replaceChildren(...found);
  } catch (error) {
    results?.replaceChildren(explainError(error));
  }
});

/** How the typed UID is written, compared with the tag's id. */
const spellings: Readonly<Record<Match["spelling"], string>> = {
  SAME: "this UID",
  REVERSED: "this UID with its bytes reversed",
  DECIMAL: "this UID as a decimal number",
  REVERSED_DECIMAL: "this UID with its bytes reversed, as a decimal number",
};

function draw({ spelling, tag }: Match): HTMLElement {
  const terminal = tag.additionalDataField?.terminal;
  const paragraph = document.createElement("p");
  const place = terminal ? `at ${terminal.name}, ${terminal.model}` : "at no terminal";
  paragraph.textContent = `${tag.name}, ${place} (${spellings[spelling]})`;
  return paragraph;
}
