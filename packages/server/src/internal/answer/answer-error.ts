import { STATUS_CODES } from 'node:http';
import { preferredMediaType } from '@nextpress/semantics/negotiation';
import { appendVary } from '@nextpress/semantics/vary';
import type { Request, Response } from '../../messages.ts';

/** Fields that describe the content a handler meant to send, or let it be kept; an error is neither. */
const CONTENT_FIELDS = [
  'Cache-Control',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'ETag',
  'Expires',
  'Last-Modified',
  'Trailer',
  'Transfer-Encoding',
];

/** Headers that an error cannot ask for: those of the content and of the connection. A 416 tells the length by `Content-Range`. */
const REFUSED_FIELDS: ReadonlySet<string> = new Set(
  [...CONTENT_FIELDS, 'Connection', 'Keep-Alive', 'Upgrade']
    .map((name) => name.toLowerCase())
    .filter((name) => name !== 'content-range'),
);

const JSON_TYPE = 'application/json';

/** How the default handler answers. */
export interface ErrorAnswerOptions {
  /** Whether the answer carries the error's message and stack whatever its status. */
  readonly revealing: boolean;
  /** Told of each error that is the server's fault, which 501 and 505 aren't, and of each that came too late to be answered. */
  readonly logError: (error: unknown, req: Request) => void;
}

/** What a client is told of an error. */
interface ErrorBody {
  readonly status: number;
  readonly error: string;
  readonly code?: string;
  readonly message: string;
  readonly stack?: string;
}

/**
 * Answers an error nothing else has answered: status from `status` or `statusCode` where that is an error's, 500
 * otherwise; JSON or text as the client accepts. A response already begun is cut off rather than finished wrongly.
 */
export function answerError(error: unknown, req: Request, res: Response, options: ErrorAnswerOptions): void {
  const status = statusOf(error);
  if (isOurFault(status) || res.headersSent) options.logError(error, req);
  if (res.headersSent) {
    if (!res.writableEnded) res.destroy();
    return;
  }
  if (res.getHeaderNames().length > 0) for (const field of CONTENT_FIELDS) res.removeHeader(field);
  setFields(res, error);
  const body = describe(error, status, options.revealing);
  const { accept } = req.headers;
  const type =
    accept === undefined ? JSON_TYPE : preferredMediaType(accept, [JSON_TYPE, 'text/plain', 'text/html']);
  const text = type === 'text/plain' || type === 'text/html';
  const content = text ? formatText(body) : JSON.stringify(body);
  // What a handler has set belongs to the status it meant.
  res.statusMessage = '';
  res.writeHead(status, {
    'X-Content-Type-Options': 'nosniff',
    Vary: appendVary(joined(res.getHeader('Vary')), 'Accept'),
    'Content-Type': text ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(content),
  });
  if (req.method === 'HEAD') res.end();
  else res.end(content);
}

/** 501 and 505 say what a client has asked for, and anybody may ask for it as often as he likes. */
function isOurFault(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 505;
}

function joined(value: number | string | readonly string[] | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function statusOf(error: unknown): number {
  const { status, statusCode } = Object(error) as { status?: unknown; statusCode?: unknown };
  for (const value of [status, statusCode]) {
    if (Number.isInteger(value) && (value as number) >= 400 && (value as number) <= 599)
      return value as number;
  }
  return 500;
}

/** The fields an error asks for, such as `Allow` or `Retry-After`. One that is malformed or refused is left out. */
function setFields(res: Response, error: unknown): void {
  const { headers } = Object(error) as { headers?: unknown };
  if (headers === undefined) return;
  for (const [name, value] of Object.entries(Object(headers) as Record<string, unknown>)) {
    if (REFUSED_FIELDS.has(name.toLowerCase())) continue;
    try {
      res.setHeader(name, Array.isArray(value) ? value.map(String) : String(value));
    } catch {
      // The answer matters more than one of its fields.
    }
  }
}

function describe(error: unknown, status: number, revealing: boolean): ErrorBody {
  const { code, expose, message } = Object(error) as Record<string, unknown>;
  // Read only where it is shown: V8 puts the text of a stack together when it is first read.
  const stack = revealing ? (Object(error) as { stack?: unknown }).stack : undefined;
  const reason = STATUS_CODES[status] ?? 'Error';
  const exposed = revealing || (typeof expose === 'boolean' ? expose : status < 500);
  return {
    status,
    error: reason,
    ...(exposed && typeof code === 'string' ? { code } : {}),
    message: exposed ? messageOf(error, message, reason) : reason,
    ...(typeof stack === 'string' ? { stack } : {}),
  };
}

function messageOf(error: unknown, message: unknown, reason: string): string {
  if (typeof message === 'string' && message !== '') return message;
  return typeof error === 'string' ? error : reason;
}

function formatText({ status, error, message, stack }: ErrorBody): string {
  const line = message === error ? '' : `\n${message}\n`;
  return `${status} ${error}\n${line}${stack === undefined ? '' : `\n${stack}\n`}`;
}
