import { Prose } from "../../prose.tsx";
import type { Notice } from "./notice.ts";

export function NoticeList({ notices }: { readonly notices: readonly Notice[] }) {
  return notices.map(({ tone, title, detail }) => (
    <p key={`${title} ${detail}`} className={`notice is-${tone}`}>
      <strong>
        <Prose text={title} />.
      </strong>{" "}
      <Prose text={detail} />
    </p>
  ));
}
