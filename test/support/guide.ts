import { blocksOf, readPage } from "./pages.ts";

/** A step of a guide: its title, a query, and what the query gets. */
export interface GuideSection {
  readonly title: string;
  readonly query: string;
  /** The response printed below the query, if any. */
  readonly response: string | undefined;
}

/** A page of documentation that leads through queries. */
export interface Guide {
  readonly sections: readonly GuideSection[];
  /** The table of costs: the section's title, the calls that read its lists once, and the calls of each request. */
  readonly costs: readonly {
    readonly title: string;
    readonly reading: number;
    readonly each: number;
  }[];
  queryOf(title: string): string;
}

/** Reads a page with a query in each section, and a table of their costs. */
export function readGuide(path: string): Guide {
  const page = readPage(path);
  const sections = page.text
    .split(/^## /m)
    .slice(1)
    .flatMap((text): GuideSection[] => {
      const section = { ...page, text };
      const [query] = blocksOf(section, "graphql");
      const [response] = blocksOf(section, "json");
      if (query === undefined) return [];
      return [{ title: text.slice(0, text.indexOf("\n")), query, response }];
    });
  const rows = page.text.matchAll(/^\| \[(.*?)\]\(#.*?\) \| (\d+) \| (\d+) \|$/gm);
  return {
    sections,
    costs: [...rows].map(([, title = "", reading, each]) => {
      return { title, reading: Number(reading), each: Number(each) };
    }),
    queryOf(title) {
      const section = sections.find((candidate) => candidate.title === title);
      if (section === undefined) throw new Error(`The guide has no query below "${title}"`);
      return section.query;
    },
  };
}
