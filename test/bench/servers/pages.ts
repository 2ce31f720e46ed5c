// A registry's list of tags in pages of 1,000, which are prepared once.
import { toPage } from "../rest-responses.ts";
import { createTags } from "../search/tags.ts";
import { reportToParent } from "./child.ts";
import { listen, sendJson } from "./http.ts";

const limit = 1_000;
const tags = createTags(Number(process.env["TAGS"]));
const pages = Array.from({ length: Math.ceil(tags.length / limit) }, (_, index) =>
  Buffer.from(JSON.stringify(toPage("tags", tags, { limit, page: index + 1 }))),
);

const url = await listen((request, response) => {
  const page = new URL(request.url ?? "", "http://localhost").searchParams.get("page");
  sendJson(response, pages[Number(page) - 1] ?? "{}");
});
reportToParent(url);
