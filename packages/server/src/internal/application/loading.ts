/** Called when all plugins have loaded, or with the first error. */
type Waiter = (error?: unknown) => void;

/** Whether the plugins of an application have loaded. Requests wait until then. */
export class Loading {
  /** Called when loading starts or fails, and when it has succeeded. */
  readonly #onChange: (isPending: boolean) => void;
  #pending = 0;
  #failure: { readonly error: unknown } | undefined;
  #waiters: Waiter[] = [];

  constructor(onChange: (isPending: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Whether a plugin is loading, or has failed. */
  get isPending(): boolean {
    return this.#pending > 0 || this.#failure !== undefined;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  begin(): void {
    if (this.#pending++ === 0) this.#onChange(true);
  }

  end(): void {
    if (--this.#pending === 0) this.#settle();
  }

  /** Ends loading with an error, which is final. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#onChange(true);
    this.#settle();
  }

  /** Calls back at once when nothing is loading. */
  wait(waiter: Waiter): void {
    if (this.#failure !== undefined) waiter(this.#failure.error);
    else if (this.#pending === 0) waiter();
    else this.#waiters.push(waiter);
  }

  /** Resolves when all plugins have loaded. */
  done(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.wait((error) => (this.#failure === undefined ? resolve() : reject(error)));
    });
  }

  #settle(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    if (this.#failure === undefined) this.#onChange(false);
    for (const waiter of waiters) this.wait(waiter);
  }
}
