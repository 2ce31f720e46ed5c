import { lookUp, type Match, tellError } from "./look-up.ts";

const form = document.querySelector<HTMLFormElement>("#look-up");
const answer = document.querySelector("#answer");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  // The key stays in its field, which each lookup reads. A reload forgets it.
  const { key, uid } = Object.fromEntries(new FormData(form));
  answer?.replaceChildren("Looking …");
  try {
    const matches = await lookUp(String(key), String(uid));
    const found = matches.length === 0 ? ["No tag has this UID."] : matches.map(draw);
    answer?.replaceChildren(...found);
  } catch (error) {
    answer?.replaceChildren(tellError(error));
  }
});

/** How the UID that was typed is spelt, compared with the tag's id. */
const spellings: Readonly<Record<Match["spelling"], string>> = {
  SAME: "spelt as it is",
  REVERSED: "its bytes reversed",
  DECIMAL: "as a decimal number",
  REVERSED_DECIMAL: "its bytes reversed, as a decimal number",
};

function draw({ spelling, tag }: Match): HTMLElement {
  const terminal = tag.additionalDataField?.terminal;
  const paragraph = document.createElement("p");
  const place = terminal ? `at ${terminal.name}, ${terminal.model}` : "at no terminal";
  paragraph.textContent = `${tag.name}, ${place} (${spellings[spelling]})`;
  return paragraph;
}
