/** @module A reporter for `node --test`. It writes a line of JSON per test. */

interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly file?: string;
    readonly nesting?: number;
    readonly skip?: unknown;
    readonly todo?: unknown;
    readonly details?: {
      readonly type?: string;
      readonly error?: { readonly cause?: { readonly message?: string } | string };
    };
  };
}

/** Tests of a suite are reported before the suite, so names come from the nested `test:start` events. */
async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [];
  for await (const { type, data } of events) {
    const { name = '', file, nesting = 0, details, skip, todo } = data;
    if (type === 'test:start') {
      path.length = nesting;
      path.push(name);
    }
    if ((type !== 'test:pass' && type !== 'test:fail') || details?.type === 'suite') continue;
    const isSkipped = skip !== undefined || todo !== undefined;
    const cause = details?.error?.cause;
    const message = typeof cause === 'string' ? cause : cause?.message;
    const state = isSkipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
    yield `${JSON.stringify({ file, name: [...path.slice(0, nesting), name].join(' '), state, message })}\n`;
  }
}

export { report as default, report as 'module.exports' };
