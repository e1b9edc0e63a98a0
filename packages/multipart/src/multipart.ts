import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardRest } from '@nextpress/body/discard-rest';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { hasContent } from '@nextpress/semantics/request-body';
import { FACTORY } from '@nextpress-internal/internals/keys';
import type { FormEntry } from './collect-form.ts';
import { collectForm, toBody, toFormData, toList } from './collect-form.ts';
import { FormReader } from './form-reader.ts';
import { alreadyRead, unsupportedEncoding, unsupportedType } from './multipart-error.ts';
import type { MultipartOptions, MultipartSettings } from './multipart-options.ts';
import { compileMultipartSettings } from './multipart-options.ts';
import type { FieldPart, Part } from './part.ts';
import type { ReceivedFile } from './received-file.ts';
import type { Storage } from './storage.ts';
import { createStorage } from './storage.ts';
import type { UploadedFile } from './uploaded-file.ts';

const { nextTick } = process;

/** What `multipart()` adds to a request. */
export interface MultipartRequest {
  /** The files of the form, in order; with a function as storage, its results. */
  files: UploadedFile[];
  /**
   * Yields the parts of the form as they arrive, with `multipart({ storage: false })`. Leaving the loop discards the rest. A file that
   * is not read until the next part is asked for is discarded.
   */
  parts(): AsyncGenerator<Part, void, undefined>;
  /** The form as a `FormData` of the web, with its files in memory or where the storage has put them. */
  formData(): Promise<FormData>;
}

declare global {
  namespace Express {
    interface Request extends MultipartRequest {}
  }
}

/** Middleware for Express, Connect, Polka and Nextpress. With bare `node:http`, call it with your own `next`. */
export type MultipartMiddleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

type FormRequest = IncomingMessage & Partial<MultipartRequest> & { body?: unknown };

const inMemory = createStorage('memory');

/**
 * Creates middleware that reads a form with files (`multipart/form-data`) under limits. Put it on the routes that take files, after
 * those that check who may send them.
 *
 * `req.body` has the fields and files by name, `req.files` the files in a list. A refused form calls `next` with an error that has a
 * `status` (400, 408, 413 or 415) and a `code`. A request without a body is an empty form.
 *
 * @throws {TypeError} for an invalid option
 *
 * @example
 * import { createServer } from 'node:http';
 * import { multipart } from '@nextpress/multipart';
 *
 * const readForm = multipart({ limits: { files: 1, fileSize: '2mb' } });
 * createServer((req, res) => {
 *   readForm(req, res, (error) => {
 *     if (error) res.writeHead(error.status ?? 500).end(error.message);
 *     else res.end(req.files.map((file) => `${file.name}: ${file.size} bytes`).join());
 *   });
 * });
 */
export function multipart(options: MultipartOptions = {}): MultipartMiddleware {
  const settings = compileMultipartSettings(options);
  const { storage } = settings;
  // Tools know middleware by its name.
  return function multipart(req: FormRequest, res, next) {
    if (req.parts !== undefined) {
      // A middleware of an outer scope has taken the form.
      next();
      return;
    }
    if (!hasContent(req)) {
      addEmptyForm(req);
      next();
      return;
    }
    let form: Form;
    try {
      form = new Form(req, res, settings);
    } catch (error) {
      discardRest(req, res, false);
      next(error);
      return;
    }
    req.parts = () => form.parts();
    req.formData = () => form.formData();
    if (storage === false) next();
    else
      form.store(req, res, storage).then(
        () => nextTick(next),
        (error) => nextTick(next, error),
      );
  };
}

/** A request without a body is a form without parts, so handlers need not tell the two apart. */
function addEmptyForm(req: FormRequest): void {
  req.body ??= {};
  req.files = [];
  req.parts = async function* () {};
  req.formData = async () => new FormData();
}

/** Lets `use()` report `app.use(multipart)`, where the call is missing. */
Object.defineProperty(multipart, FACTORY, { value: true });

/** The form of one request, which is read once. */
class Form {
  readonly #reader: FormReader;
  #isRead = false;
  #entries: readonly FormEntry[] | undefined;

  /** @throws {BodyError} 415 for another media type or a content encoding, 400 without a boundary */
  constructor(req: IncomingMessage, res: ServerResponse, settings: MultipartSettings) {
    const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } = req.headers;
    if (!isForm(contentType)) throw unsupportedType(contentType);
    // Browsers do not compress forms, and files are compressed already.
    if (encoding.toLowerCase() !== 'identity') throw unsupportedEncoding(encoding);
    this.#reader = new FormReader(req, res, settings);
  }

  parts(): AsyncGenerator<FieldPart | ReceivedFile, void, undefined> {
    if (this.#isRead) throw alreadyRead();
    this.#isRead = true;
    return this.#reader.parts();
  }

  async formData(): Promise<FormData> {
    this.#entries ??= await collectForm(this.parts(), inMemory);
    return toFormData(this.#entries);
  }

  /** Reads the form, and keeps its files unless the response is an error. */
  async store(req: FormRequest, res: ServerResponse, storage: Storage): Promise<void> {
    const entries = await collectForm(this.parts(), storage);
    this.#entries = entries;
    req.body = toBody(entries);
    const files = toList(entries);
    req.files = files as UploadedFile[];
    if (storage.remove === undefined) return;
    onExchangeEnd(res, () => {
      // Nothing waits for it, and there is nobody to tell about a failure.
      if (res.statusCode >= 400) storage.remove?.(files).catch(() => {});
    });
  }
}

/** Ignores the parameters: a boundary that is malformed is another error than a body of another type. */
function isForm(contentType: string | undefined): boolean {
  return contentType !== undefined && /^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType);
}
