/** @module Sends the official JSON Schema test suite through routes, and gives the same values to ajv alone. */

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Application, createServer, type Scope } from '@nextpress/server';
import { exchange } from '@nextpress-internal/test-kit';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { validate } from '../src/index.ts';
import { jsonRequest } from './lanes.ts';
import { type Draft, type Group, readSuite } from './official-suite.ts';

/** The result for the value of one case. */
export type Outcome = 'accepted' | 'rejected' | 'no schema';

/** The results of one case. */
export interface Result {
  /** `items: a group > a case` */
  readonly name: string;
  readonly expected: Outcome;
  /** Through a route. */
  readonly route: Outcome;
  /** By ajv alone. */
  readonly ajv: Outcome;
}

/** Groups share a plugin and an ajv instance, which are expensive, unless they have the same `$id`. */
interface Bin {
  readonly hasRemotes: boolean;
  readonly ids: Set<string>;
  readonly scope: Scope;
  readonly ajv: Ajv;
}

/** Runs all cases of a draft. */
export async function runSuite(draft: Draft): Promise<Result[]> {
  const app = createServer({ logError: () => {} });
  const bins: Bin[] = [];
  const groups = readSuite(draft).map((group, index) => {
    const bin = binFor(group, bins, app, draft);
    return {
      group,
      path: addRoute(bin.scope, `/groups/${index}`, group.schema),
      control: compileAlone(bin.ajv, group.schema),
    };
  });
  const server = app.listen(0) as Server;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const results: Result[] = [];
  for (const { group, path, control } of groups) {
    const outcomes = path === undefined ? undefined : await sendCases(port, path, group);
    group.cases.forEach(({ name, data, valid }, index) => {
      results.push({
        name: `${group.name} > ${name}`,
        expected: valid ? 'accepted' : 'rejected',
        route: outcomes === undefined ? 'no schema' : (outcomes[index] as Outcome),
        ajv: control === undefined ? 'no schema' : outcomeOf(control, data),
      });
    });
  }
  server.close();
  return results;
}

function binFor({ schema, remotes }: Group, bins: Bin[], app: Application, draft: Draft): Bin {
  const ids = [...JSON.stringify(schema).matchAll(/"\$id":"([^"]*)"/g)].map(([, id]) => id as string);
  const hasRemotes = Object.keys(remotes).length > 0;
  const known = bins.find((bin) => bin.hasRemotes === hasRemotes && !ids.some((id) => bin.ids.has(id)));
  const bin = known ?? createBin(remotes, app, draft);
  if (known === undefined) bins.push(bin);
  for (const id of ids) bin.ids.add(id);
  return bin;
}

function createBin(remotes: Group['remotes'], app: Application, draft: Draft): Bin {
  let scope: Scope | undefined;
  app.register((inner) => {
    inner.register(validate({ ajv: { strict: false, schemas: remotes } }));
    scope = inner;
  });
  const ajv = new (draft === 'draft7' ? Ajv : Ajv2020)({ strict: false, logger: false });
  addFormats.default(ajv);
  for (const [uri, schema] of Object.entries(remotes)) ajv.addSchema(schema, uri);
  const ids = new Set(Object.keys(remotes));
  return { hasRemotes: ids.size > 0, ids, scope: scope as Scope, ajv };
}

/** Returns `undefined` if the schema does not compile. */
function addRoute(scope: Scope, path: string, body: object): string | undefined {
  try {
    scope.post(path, { schema: { body } }, (_req, res) => res.status(204).end());
    return path;
  } catch {
    return undefined;
  }
}

function compileAlone(ajv: Ajv, schema: object): ValidateFunction | undefined {
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  }
}

function outcomeOf(control: ValidateFunction, data: unknown): Outcome {
  try {
    return control(data) ? 'accepted' : 'rejected';
  } catch (error) {
    // The schema refers to itself endlessly.
    if (error instanceof RangeError) return 'rejected';
    throw error;
  }
}

async function sendCases(port: number, path: string, { cases }: Group): Promise<Outcome[]> {
  const requests = cases.map(({ data }) => jsonRequest(path, JSON.stringify(data)));
  const responses = await exchange(port, Buffer.concat(requests), { responses: cases.length });
  return responses.map(({ status, headers }) => {
    if (status === 204) return 'accepted';
    if (status === 400 && headers['content-type'] === 'application/problem+json') return 'rejected';
    throw new Error(`Unexpected response to ${path}: ${status}`);
  });
}
