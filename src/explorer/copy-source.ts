/** A text to copy, or a sentence that says why there is none. */
export type CopySource = { readonly text: string } | { readonly problem: string };
