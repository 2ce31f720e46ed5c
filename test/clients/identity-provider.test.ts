import { expect, test } from "vitest";
import { startGatewayWith } from "../support/gateway.ts";
import { createKeysFile } from "../support/keys-file.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import { startIdentityProvider } from "./identity-provider.ts";

const query = "{ tags(first: 1) { nodes { name } } }";

test("a person who signs in at an identity provider gets the records of the key that the access token names, and nobody else does", async () => {
  await using provider = await startIdentityProvider({ ann: "shop", bob: "another" });
  const registry = await startSampleRegistry();
  await using file = await createKeysFile({ shop: registry.key });
  const settings = { KEYS_FILE: file.path, ...provider.settings };
  await using gateway = await startGatewayWith(registry, { settings });
  const ask = async (person: string) => {
    const headers = { authorization: `Bearer ${await provider.signIn(person)}` };
    const { data, errors } = await gateway.query(query, { key: null, headers });
    return errors?.[0]?.extensions.code ?? data.tags.nodes.length;
  };
  expect(await ask("ann")).toBe(1);
  expect(await ask("bob")).toBe("UNAUTHENTICATED");
  expect(await ask("eve")).toBe("UNAUTHENTICATED");
});

test("when the provider changes its key, new access tokens are accepted, and the old ones refused", async () => {
  const clock = new ManualClock(Date.now());
  await using provider = await startIdentityProvider({ ann: "shop" });
  const registry = await startSampleRegistry();
  await using file = await createKeysFile({ shop: registry.key });
  const settings = { KEYS_FILE: file.path, ...provider.settings };
  await using gateway = await startGatewayWith(registry, { settings, clock });
  const codeFor = async (key: string) =>
    (await gateway.query(query, { key })).errors?.[0]?.extensions.code;
  const before = await provider.signIn("ann");
  expect(await codeFor(before)).toBeUndefined();
  provider.rotate();
  clock.advance(10_000);
  const after = await provider.signIn("ann");
  expect(await codeFor(after)).toBeUndefined();
  expect(await codeFor(before)).toBe("UNAUTHENTICATED");
});
