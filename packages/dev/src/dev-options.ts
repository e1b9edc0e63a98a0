/** Options of `dev()`. */
export interface DevOptions {
  /**
   * The module that starts or exports the application.
   * @defaultValue `main` of `package.json`, or the first of `{src/,}{server,app,index}.{ts,js}`
   */
  readonly entry?: string | undefined;
  /**
   * The address to listen on, such as `'0.0.0.0'` for all networks.
   * @defaultValue this machine alone
   */
  readonly host?: string | undefined;
  /**
   * Node's option for debugging the process of the application: `--inspect`, `--inspect-wait` or `--inspect-brk`, each also with
   * `=port` or `=host:port`. Every process that a restart begins gets the same port, after the one before has ended.
   * @defaultValue that of this process, in `NODE_OPTIONS` or on its command line, whose own debugger is then closed
   */
  readonly inspect?: string | undefined;
  /**
   * The port of an application that is exported and does not call `listen` itself.
   * @defaultValue `PORT` of the environment, or 3000
   */
  readonly port?: number | undefined;
  /**
   * Whether the pages that browsers show reload after a change.
   * @defaultValue true
   */
  readonly reload?: boolean | undefined;
  /**
   * Files and folders that the application reads without loading them as modules, such as translations: a change of them restarts it.
   * @defaultValue `[]`
   */
  readonly watch?: readonly string[] | undefined;
}
