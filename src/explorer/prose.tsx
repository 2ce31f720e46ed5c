export function Prose({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`)/).map((part, at) =>
    // A part of a text has no key but its index.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    part.startsWith("`") ? <code key={at}>{part.slice(1, -1)}</code> : part,
  );
}
