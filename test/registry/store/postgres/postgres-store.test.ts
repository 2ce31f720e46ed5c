import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRegistry } from "../../../../src/registry/http/server.ts";
import { importEntries } from "../../../../src/registry/import/import.ts";
import { createKey } from "../../../../src/registry/keys.ts";
import { createSample } from "../../../../src/registry/sample/sample.ts";
import { openStore } from "../../../../src/registry/store/open-store.ts";
import { PostgresStore } from "../../../../src/registry/store/postgres/postgres-store.ts";
import type { Store, StoredRecord } from "../../../../src/registry/store/store.ts";
import { startTcpServer } from "../../../support/listen.ts";
import { type PostgresServer, startPostgres } from "../../../support/postgres.ts";
import { dump } from "../../../support/real-registry.ts";
import { createPostgresPlace, hasPostgres, type StorePlace } from "../../../support/stores.ts";
import { until } from "../../../support/upstream.ts";
import { startPostgresProxy } from "./postgres-proxy.ts";

const secret = "s3cret/of@all";

function listTags(count: number, first = 0): readonly StoredRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `t${first + index}`;
    return { projectId: 1, kind: "tag", id, addedWhen: index, json: `{"id":"${id}"}` };
  });
}

async function put(store: Store, records: readonly StoredRecord[]): Promise<void> {
  await using change = await store.beginChange();
  await change.putRecords(records);
  await change.commit();
}

/** The message of a failure, which must be one line without the password. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error("nothing failed"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw error;
  expect(error.name).toBe("StoreError");
  expect(error.message).not.toMatch(/\n|s3cret|super/);
  expect(error.cause).toBeUndefined();
  return error.message;
}

describe.runIf(hasPostgres)("a PostgreSQL database", () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  const createPlace = () => createPostgresPlace(server.address);

  /** The place's address for another user, or another host. */
  function changeAddress(place: StorePlace, user: string, host?: string): string {
    const { search } = new URL(place.address.replace("@/", "@host/"));
    const query = host === undefined ? search : search.replace(/host=[^&]*&?/, "");
    return `postgres://${user}@${host ?? ""}/postgres${query}`;
  }

  const superuser = () => /\/\/([^/]*)@\//.exec(server.address)?.[1] ?? "";

  /** The place's address with another default for a database setting. */
  const withOption = (place: StorePlace, option: string) =>
    place.address.replace("options=", `options=-c${encodeURIComponent(option)}%20`);

  /** Resolves as soon as this many connections wait for an advisory lock that the place holds. */
  async function untilWaiting(place: StorePlace, count: number): Promise<void> {
    const waiting = `SELECT count(*)::int AS count FROM pg_locks AS held
      JOIN pg_locks AS wanted USING (locktype, database, classid, objid)
      WHERE locktype = 'advisory' AND held.pid = pg_backend_pid() AND NOT wanted.granted`;
    await until(async () => (await place.query(waiting))[0]?.["count"] === count);
  }

  describe("that cannot be used is reported in one line", () => {
    test("when the password is wrong or missing", async () => {
      await using place = await createPlace();
      for (const user of [`postgres:${encodeURIComponent(secret)}`, "postgres"]) {
        const failure = await failureOf(openStore(changeAddress(place, user)));
        expect(failure).toMatch(
          /^postgres:\/\/postgres@\/\S+ ?: the user name or password is wrong$/,
        );
      }
    });

    test("when the database, the server or the host does not exist", async () => {
      const none = server.address.replace("/postgres?", "/none?");
      expect(await failureOf(openStore(none))).toMatch(/: there is no such database$/);
      for (const host of ["127.0.0.1:1", "nowhere.invalid"]) {
        const address = `postgres://me:${encodeURIComponent(secret)}@${host}/db`;
        expect(await failureOf(openStore(address))).toMatch(/: it cannot be reached/);
      }
    });

    test("when something else answers", async () => {
      await using other = await startTcpServer((socket) => socket.end("HTTP/1.1 400 Bad\r\n\r\n"));
      const address = `postgres://me:${encodeURIComponent(secret)}@127.0.0.1:${other.port}/db`;
      expect(await failureOf(openStore(address))).toMatch(/^postgres:\/\/me@127.0.0.1:\d+\/db: ./);
    });

    test("when it is another program's, and is left as it was", async () => {
      await using place = await createPlace();
      await place.query("CREATE TABLE recipe (name text)");
      expect(await failureOf(openStore(place.address))).toMatch(
        / is the database of another program$/,
      );
      const tables = await place.query(
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace",
      );
      expect(tables).toEqual([{ relname: "recipe" }]);
    });

    test("when another version wrote it", async () => {
      await using place = await createPlace();
      await (await openStore(place.address))[Symbol.asyncDispose]();
      await place.query("UPDATE tapgraph SET version = 99");
      expect(await failureOf(openStore(place.address))).toMatch(
        / was written by another version of tapgraph/,
      );
    });

    test("when the user has no right to create or change it", async () => {
      await using place = await createPlace();
      await place.query(
        `DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD '${secret}';
         DO $$ BEGIN EXECUTE 'GRANT USAGE ON SCHEMA ' || current_schema() || ' TO guest'; END $$`,
      );
      const address = changeAddress(place, `guest:${encodeURIComponent(secret)}`);
      expect(await failureOf(openStore(address))).toMatch(
        /: the user lacks a privilege \(permission denied for schema \w+\)$/,
      );
      await using owner = await openStore(place.address);
      expect(await failureOf(openStore(address))).toMatch(
        /: the user lacks a privilege \(permission denied for table tapgraph\)$/,
      );
      await place.query("GRANT SELECT ON tapgraph, block, record, structure, key TO guest");
      await using guest = await openStore(address);
      expect(await failureOf(put(guest, listTags(1)))).toMatch(
        /: the user lacks a privilege \(permission denied for table \w+\)$/,
      );
      await put(owner, listTags(1));
      await guest.check();
      await guest[Symbol.asyncDispose]();
      await owner[Symbol.asyncDispose]();
      await place.query("DROP OWNED BY guest; DROP ROLE guest");
    });
  });

  describe("that cannot be changed is reported in one line, and stays as it was", () => {
    test("when it is read-only", async () => {
      await using place = await createPlace();
      await using store = await openStore(place.address);
      await put(store, listTags(10));
      await using replica = await openStore(
        place.address.replace("options=", "options=-cdefault_transaction_read_only%3Don%20"),
      );
      expect(await failureOf(put(replica, listTags(2_000)))).toMatch(
        /: it is read-only, as a replica is; changes go to its primary$/,
      );
      expect(JSON.parse(await dump(replica))).toHaveProperty("tags.length", 10);
    });

    test("when another process takes a long time to change the same project, while other projects are free", async () => {
      await using place = await createPlace();
      await using store = await openStore(place.address, 50);
      await place.query(`BEGIN; SELECT pg_advisory_xact_lock(${0x54415047}, 1)`);
      expect(await failureOf(put(store, listTags(1)))).toMatch(
        /: another process is changing the same project; try again when that is done$/,
      );
      const [tag] = listTags(1);
      await put(store, tag ? [{ ...tag, projectId: 2 }] : []);
      await place.query("COMMIT");
      await put(store, listTags(1));
    });

    test("when the connection is cut in the middle of an import", async () => {
      await using place = await createPlace();
      await using store = await openStore(place.address);
      await put(store, listTags(10));
      const before = await dump(store);
      async function* readBatches() {
        for (let batch = 0; batch < 4; batch += 1) {
          if (batch === 2) {
            await place.query(
              `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE application_name = 'tapgraph' AND state LIKE 'idle in transaction%'`,
            );
          }
          yield listTags(6000, batch * 6000).map(({ id }, index) => {
            const value = { id, added_when: 1 };
            return { type: "record", kind: "tag", place: { line: index }, index, value } as const;
          });
        }
      }
      const importing = importEntries(store, readBatches(), { projectId: 1, mode: "change" });
      expect(await failureOf(importing)).toMatch(/: the connection was lost$/);
      expect(await dump(store)).toBe(before);
    });
  });

  test("whose connection is cut during the commit leaves the outcome open, and says so", async () => {
    await using place = await createPlace();
    await using proxy = await startPostgresProxy(server.socket, (sent) =>
      sent.includes("COMMIT\0"),
    );
    await (await openStore(place.address))[Symbol.asyncDispose]();
    await using store = await openStore(
      changeAddress(place, superuser(), `127.0.0.1:${proxy.port}`),
    );
    expect(await failureOf(put(store, listTags(10)))).toMatch(
      /: the connection was lost during the commit: check whether the change was made$/,
    );
  });

  test("whose default is serializable transactions is still set up once, and changed by all", async () => {
    await using place = await createPlace();
    const isolated = withOption(place, "default_transaction_isolation=serializable");
    await place.query(`BEGIN; SELECT pg_advisory_xact_lock(${0x54415047}, 0)`);
    const opening = Promise.all([openStore(isolated), openStore(isolated)]);
    await untilWaiting(place, 2);
    await place.query("COMMIT");
    const stores = await opening;
    await place.query(`BEGIN; SELECT pg_advisory_xact_lock(${0x54415047}, 1)`);
    const changing = Promise.all(
      stores.map((store, index) => put(store, listTags(500, index * 250))),
    );
    await untilWaiting(place, 2);
    await place.query("COMMIT");
    await changing;
    for (const store of stores) {
      expect(JSON.parse(await dump(store))).toHaveProperty("tags.length", 750);
      await store[Symbol.asyncDispose]();
    }
  });

  test("that limits how long a transaction is idle still lets imports and exports finish", async () => {
    await using place = await createPlace();
    await (await openStore(place.address))[Symbol.asyncDispose]();
    await using store = await openStore(withOption(place, "idle_in_transaction_session_timeout=1"));
    await put(store, listTags(12_000));
    expect(JSON.parse(await dump(store))).toHaveProperty("tags.length", 12_000);
  });

  test("receives long records before the commit, even if there are few", async () => {
    await using place = await createPlace();
    await using store = await openStore(place.address);
    await using change = await store.beginChange();
    const json = JSON.stringify("x".repeat(1_000_000));
    await change.putRecords(listTags(20).map((tag) => ({ ...tag, json })));
    const [session] = await place.query(
      `SELECT query FROM pg_stat_activity
       WHERE application_name = 'tapgraph' AND state = 'idle in transaction'`,
    );
    expect(session?.["query"]).toMatch(/^COPY /);
    await change.commit();
    const [row] = await place.query("SELECT sum(length(json))::int AS length FROM record");
    expect(row).toEqual({ length: 20 * json.length });
  });

  test("has no more connections than allowed", async () => {
    await using place = await createPlace();
    await using store = await openStore(place.address);
    const { id } = await createKey(store, { projectId: 1, name: "", createdWhen: 0 });
    await Promise.all(Array.from({ length: 100 }, () => store.readRecord(id, "tag", "t1")));
    const [row] = await place.query(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'tapgraph'",
    );
    expect(row).toEqual({ count: 10 });
  });

  test("cancels a query that takes too long", async () => {
    await using place = await createPlace();
    await (await openStore(place.address))[Symbol.asyncDispose]();
    await place.query("BEGIN; LOCK TABLE key");
    const limits = { busyTimeoutMs: 1000, queryTimeoutMs: 50 };
    await using store = await PostgresStore.open({ address: place.address, ...limits });
    for (let call = 0; call < 3; call += 1) {
      expect(await failureOf(store.readGrant("k"))).toMatch(/: it does not answer in time$/);
    }
    const [row] = await place.query(
      "SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted",
    );
    expect(row).toEqual({ count: 0 });
    await place.query("COMMIT");
    expect(await store.readGrant("k")).toBeUndefined();
  });

  test("that is stopped makes requests and readiness fail until it starts again", async () => {
    await using place = await createPlace();
    await using store = await openStore(place.address);
    const { keys } = await createSample(store);
    const errors: object[] = [];
    const log = { debug: () => undefined, error: (fields: object) => errors.push(fields) };
    await using registry = await startRegistry({ store, host: "127.0.0.1", port: 0, log });
    const statuses = async () => {
      const paths = ["/health/ready", "/health/live", `/api/v1/tags?limit=5&key=${keys[0].key}`];
      return await Promise.all(
        paths.map(async (path) => (await fetch(registry.url + path)).status),
      );
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await server.stop();
    expect(await statuses()).toEqual([503, 200, 503]);
    const reason = `${store.name}: it cannot be reached (is it running there?)`;
    expect(errors).toHaveLength(2);
    expect(errors).toContainEqual({ reason, route: "/health/ready" });
    expect(errors).toContainEqual({ reason, route: "/api/v1/tags" });
    await server.start();
    expect(await statuses()).toEqual([200, 200, 200]);
    await place.reconnect();
  });
});
