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
   * has not been read when the next part is requested is discarded.
   */
  parts(): AsyncGenerator<Part, void, undefined>;
  /** The form as a `FormData`, with its files in memory or wherever the storage put them. */
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
 * Creates middleware that reads a form with files (`multipart/form-data`) under limits. Put it on the routes that accept files, after
 * the guards that decide who may send them.
 *
 * `req.body` contains the fields and files by name, and `req.files` the files in a list. If the form is rejected, `next` gets an error
 * with a `status` (400, 408, 413 or 415) and a `code`. A request without a body is an empty form.
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
  // Tools identify middleware by its name.
  return function multipart(req: FormRequest, res, next) {
    if (req.parts !== undefined) {
      // Middleware of an outer scope already reads the form.
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

/** Treats a request without a body as an empty form, so that handlers need not distinguish the two. */
function addEmptyForm(req: FormRequest): void {
  req.body ??= {};
  req.files = [];
  req.parts = async function* () {};
  req.formData = async () => new FormData();
}

/** Lets `use()` report `app.use(multipart)`, where the call is missing. */
Object.defineProperty(multipart, FACTORY, { value: true });

/** The form of one request. It can be read once. */
class Form {
  readonly #reader: FormReader;
  #isRead = false;
  #entries: readonly FormEntry[] | undefined;

  /** @throws {BodyError} 415 for another media type or a content encoding, 400 without a boundary */
  constructor(req: IncomingMessage, res: ServerResponse, settings: MultipartSettings) {
    const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } = req.headers;
    if (!isForm(contentType)) throw unsupportedType(contentType);
    // Browsers do not compress forms, and most files are compressed already.
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

  /** Reads the form, and removes its stored files if the response is an error. */
  async store(req: FormRequest, res: ServerResponse, storage: Storage): Promise<void> {
    const entries = await collectForm(this.parts(), storage);
    this.#entries = entries;
    req.body = toBody(entries);
    const files = toList(entries);
    req.files = files as UploadedFile[];
    if (storage.remove === undefined) return;
    onExchangeEnd(res, () => {
      // The response is over, so there is nobody left to report a failure to.
      if (res.statusCode >= 400) storage.remove?.(files).catch(() => {});
    });
  }
}

/** Ignores the parameters, because a malformed boundary is a different error. */
function isForm(contentType: string | undefined): boolean {
  return contentType !== undefined && /^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType);
}
