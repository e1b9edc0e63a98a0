import type { RequestListener } from 'node:http';
import { parseResponses } from '@nextpress-internal/test-kit';
import { expect } from 'vitest';
import type { ContractRequest, ContractResponse } from '../application.ts';
import { textBeforeLast, withLastRequest } from '../last-request.ts';
import { converse, type Subject } from '../subject.ts';

/** The default handler of a rule's server. */
export type RuleHandler = (req: ContractRequest, res: ContractResponse) => unknown;

/** Node's options that rules set. */
export interface RuleOptions {
  readonly keepAliveTimeout?: number;
  readonly headersTimeout?: number;
  readonly requestTimeout?: number;
  readonly connectionsCheckingInterval?: number;
}

/** The part of Express's API that a rule's routes are registered with. */
export interface RuleRoutes {
  get(path: string, handler: RuleHandler): unknown;
  put(path: string, handler: RuleHandler): unknown;
}

/** Servers on which a rule is tested. */
export interface RuleServers {
  /** Starts an application of one handler. */
  serve(handler?: RuleHandler, options?: RuleOptions): Promise<Subject>;
  /** Starts an application that `build` has registered its routes with. */
  serveRoutes(build: (app: RuleRoutes) => void): Promise<Subject>;
  /** Starts an application that serves a folder's files, `GET` and `HEAD`. */
  serveFiles(folder: string): Promise<Subject>;
  /** Whether the connection is TLS. */
  readonly isSecure: boolean;
}

/** Tries a rule. */
export type RuleCase = (servers: RuleServers) => Promise<void>;

/** One requirement of a standard that binds a server. */
export interface Rule {
  /** The section, such as `9112 §3.2`. */
  readonly section: string;
  readonly level: 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'ought to' | 'MAY';
  /** The requirement in our words, to be read after "a server …". */
  readonly requires: string;
  /** How the server meets it, if there is a choice. */
  readonly how?: string;
  /** The actual behavior, which the case tests, if Node cannot be made to comply from outside. */
  readonly instead?: string;
  readonly holds: RuleCase;
}

/** Requirements of one subject. */
export interface RuleGroup {
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** A rule's handler with the type of a request listener. */
export function asListener(handler: RuleHandler): RequestListener {
  return handler as unknown as RequestListener;
}

/** Responds with the method, target and content of a request, and keeps the connection open. */
export const echo: RuleHandler = (req, res) => {
  const chunks: Buffer[] = [];
  req.on('error', () => {});
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const body = Buffer.concat(chunks).toString('latin1');
    const content = JSON.stringify({ method: req.method, url: req.url, body });
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': content.length });
    res.end(content);
  });
};

/** The statuses of all responses in a text, informational ones too. */
export function statusesIn(text: string): number[] {
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}

/** None of these requests reaches a handler: each gets one response, and the connection is closed. */
export function refuses(status: number, requests: readonly string[]): RuleCase {
  return async ({ serve }) => {
    let handled = 0;
    const server = await serve((_req, res) => {
      handled++;
      res.end();
    });
    for (const request of requests) {
      const text = await converse(server.connect(), request);
      expect([request, statusesIn(text)]).toEqual([request, [status]]);
      expect(text).toMatch(/\r\nConnection: close\r\n/i);
    }
    expect(handled).toBe(0);
  };
}

/** None of these requests reaches a handler: each gets one response. Their end is clear, so the connection may stay open. */
export function declines(status: number, requests: readonly string[]): RuleCase {
  return async (servers) => {
    let handled = 0;
    for (const request of requests) {
      const text = await textOf(servers, () => void handled++, request);
      expect([request, statusesIn(text)]).toEqual([request, [status]]);
    }
    expect(handled).toBe(0);
  };
}

/** Each of these requests gets the expected content; contents of several responses are joined by bars. */
export function responds(handler: RuleHandler, requests: Readonly<Record<string, string>>): RuleCase {
  return async ({ serve }) => {
    const server = await serve(withLastRequest(handler));
    for (const [request, expected] of Object.entries(requests)) {
      const { responses } = parseResponses(await textBeforeLast(server.connect(), request));
      expect([request, responses.map(({ body }) => body).join('|')]).toEqual([request, expected]);
    }
  };
}

/** The text of the response to one request. */
export async function textOf(servers: RuleServers, handler: RuleHandler, request: string): Promise<string> {
  return textBeforeLast((await servers.serve(withLastRequest(handler))).connect(), request);
}

/** A request with these header lines. */
export function plain(lines: string, target = '/', method = 'GET'): string {
  return `${method} ${target} HTTP/1.1\r\nHost: a\r\n${lines}\r\n`;
}

/** The last request of a connection, which the fast lane hands to Node. */
export function last(lines: string, target = '/', method = 'GET'): string {
  return plain(`Connection: close\r\n${lines}`, target, method);
}
