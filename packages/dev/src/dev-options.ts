/** Options of `dev()`. */
export interface DevOptions {
  /**
   * The module that starts or exports the application.
   * @defaultValue `main` of `package.json`, or the first of `{src/,}{server,app,index}.{ts,js}`
   */
  readonly entry?: string | undefined;
  /**
   * The address to listen on. `'0.0.0.0'` means all networks.
   * @defaultValue the local machine only
   */
  readonly host?: string | undefined;
  /**
   * Node's option for debugging the process of the application: `--inspect`, `--inspect-wait` or `--inspect-brk`, each also with
   * `=port` or `=host:port`. Every process that a restart begins gets the same port, after the one before has ended.
   * @defaultValue that of this process, in `NODE_OPTIONS` or on its command line, whose own debugger is then closed
   */
  readonly inspect?: string | undefined;
  /**
   * The port for an application that is exported and does not call `listen` itself.
   * @defaultValue the environment variable `PORT`, or 3000
   */
  readonly port?: number | undefined;
  /**
   * Whether pages in browsers reload after a change.
   * @defaultValue true
   */
  readonly reload?: boolean | undefined;
  /**
   * Files and folders that the application reads without importing them, such as translations: changing one restarts the
   * application.
   * @defaultValue `[]`
   */
  readonly watch?: readonly string[] | undefined;
}
