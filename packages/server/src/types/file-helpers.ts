import type { FileSent, SendFileOptions } from '@nextpress/static';

/** The methods of a response that send files. */
export interface FileHelpers {
  /**
   * Responds with a file: with validators and `Content-Type`, with 304 when the client has it, or with the requested range.
   * Without a callback an error goes to the error handlers (404 for a missing file, 403 for a path outside `root`), and a
   * directory goes to the next layer.
   *
   * @param path - absolute, or relative to the option `root`, which it cannot leave
   * @throws TypeError if the path is neither absolute nor relative to a `root`, or if an option is invalid
   * @remarks Express reads FIFOs and devices, which can block a thread. Nextpress responds with 404, as it does to a path with an empty segment.
   *
   * @example
   * ```ts
   * app.get('/manifest/:name', (req, res) => {
   *   res.sendFile(`${req.params.name}.json`, { root: process.cwd(), maxAge: '1h' });
   * });
   * // GET /manifest/package => 200 Content-Type: application/json; charset=utf-8
   * // GET /manifest/package => 200 Cache-Control: public, max-age=3600
   * // GET /manifest/none => 404
   * ```
   */
  sendFile(path: string, callback?: FileSent): void;
  sendFile(path: string, options: SendFileOptions | undefined, callback?: FileSent): void;

  /**
   * Responds with a file for the client to save, under the last part of its path or under the given name. Without a `root`,
   * a relative path is resolved against the working directory.
   *
   * @throws TypeError as {@link FileHelpers.sendFile} does
   *
   * @example
   * ```ts
   * app.get('/invoice', (req, res) => res.download('package.json', 'invoice-2026.json'));
   * // GET /invoice => 200 Content-Disposition: attachment; filename=invoice-2026.json
   * ```
   */
  download(path: string, callback?: FileSent): void;
  download(path: string, options: SendFileOptions, callback?: FileSent): void;
  download(path: string, filename: string | null | undefined, callback?: FileSent): void;
  download(
    path: string,
    filename: string | null | undefined,
    options: SendFileOptions | undefined,
    callback?: FileSent,
  ): void;
}
