import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Chain, type ChainOptions, compose, type Layer, type Message, type Next } from '../src/index.ts';

interface Req extends Message {
  readonly log: string[];
}

describe('next() called twice', () => {
  let warnings: (Error & { code?: string })[] = [];
  const collect = (warning: Error): unknown => warnings.push(warning);
  beforeEach(() => {
    warnings = [];
    process.on('warning', collect);
  });
  afterEach(() => process.off('warning', collect));

  const twice = {
    'at once': (_req: Req, _res: null, next: Next): void => {
      next();
      next();
    },
    'and once more while a later layer is pending': async (_req: Req, _res: null, next: Next) => {
      next();
      await turn();
      next();
    },
  };

  test.each(Object.entries(twice))(
    '%s is harmless and reported once for each layer',
    async (_when, layer) => {
      Object.defineProperty(layer, 'name', { value: 'guard' });
      const slow = async (req: Req, _res: null, next: Next): Promise<void> => {
        req.log.push('slow');
        await turn();
        await turn();
        next();
      };
      const last = (req: Req, _res: null, next: Next): void => {
        req.log.push('last');
        next();
      };
      const chain = compose<Req, null>([layer, slow, last]);
      for (let request = 0; request < 3; request++) {
        const req: Req = { log: [] };
        await new Promise<void>((resolve) => chain(req, null, () => resolve()));
        expect(req.log).toEqual(['slow', 'last']);
      }
      await turn();
      expect(warnings.map(({ code }) => code)).toEqual(['NEXTPRESS_NEXT_TWICE']);
      expect(warnings[0]?.message).toContain('layer 1 of 3 ("guard") passed the request on a second time');
    },
  );

  test('never loses an error: one thrown behind next(), and behind the answer, is in the warning', async () => {
    const throwsLate = (_req: Req, _res: object, next: Next): void => {
      next();
      throw new Error('cleanup failed');
    };
    const ends: unknown[] = [];
    const chain = compose<Req, object>([throwsLate]);
    const answered = { headersSent: true };
    for (let request = 0; request < 2; request++) chain({ log: [] }, answered, (error) => ends.push(error));
    await turn();
    expect(ends).toEqual([undefined, undefined]);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]?.message).toContain('Error: cleanup failed');
  });
});

describe('next(error) behind next()', () => {
  interface Res {
    headersSent: boolean;
  }
  const passes = (_req: Req, _res: Res, next: Next): void => next();
  /** A time-out: passes the request on, and an error when it is over. */
  const timesOut = (_req: Req, _res: Res, next: Next): void => {
    next();
    setTimeout(next, 1, 'late');
  };
  const hangs = ({ log }: Req): void => void log.push('hangs');
  const catches =
    (name: string) =>
    (error: unknown, { log }: Req, res: Res, _next: Next): void => {
      log.push(`${name} ${String(error)}`);
      res.headersSent = true;
    };

  /** What was logged until an error handler had answered, or the chain was left with an error. */
  function run(
    layers: Layer<Req, Res>[],
    options?: ChainOptions<Req>,
    res = { headersSent: false },
  ): Promise<string[]> {
    const req: Req = { log: [], url: '/', method: 'GET' };
    return new Promise((resolve) => {
      new Chain<Req, Res>(layers, options).run(req, res, (error, _req, _res, at) => {
        req.log.push(`left ${String(error)} at ${at}`);
        if (error) res.headersSent = true;
      });
      const settle = setInterval(() => {
        if (!res.headersSent) return;
        clearInterval(settle);
        resolve(req.log);
      }, 2);
    });
  }

  test('goes to the error handlers behind the layer that the request has got to', async () => {
    const layers = [timesOut, catches('too early'), passes, hangs, catches('caught')];
    expect(await run(layers)).toEqual(['hangs', 'caught late']);
  });

  test('leaves the chain where no error handler is left', async () => {
    expect(await run([timesOut, hangs])).toEqual(['hangs', 'left late at 1']);
  });

  test.each([
    [
      'is thrown',
      (_req: Req, _res: Res, next: Next): void => {
        next();
        throw 'late';
      },
    ],
    [
      'is the reason of a rejection',
      async (_req: Req, _res: Res, next: Next): Promise<void> => {
        next();
        throw 'late';
      },
    ],
  ])('does so where the error %s', async (_how, layer) => {
    const layers = [layer, catches('too early'), passes, hangs, catches('caught')];
    expect(await run(layers)).toEqual(['hangs', 'caught late']);
    expect(await run([layer, hangs])).toEqual(['hangs', 'left late at 1']);
  });

  test('skips the rest of the route that the request is in, unless it comes from there', async () => {
    expect(await run([timesOut, hangs, catches('in')], { route: 1 })).toEqual(['hangs', 'left late at 1']);
    expect(await run([passes, timesOut, hangs, catches('in')], { route: 1 })).toEqual(['hangs', 'in late']);
  });

  test('rewinds the request where it comes from before the route', async () => {
    const enters = (req: Req): void => {
      req.url = '/inside';
    };
    const rewind = (req: Req, url: string | undefined): void => void req.log.push(`${req.url} was ${url}`);
    const layers = [timesOut, enters, catches('caught')];
    expect(await run(layers, { route: 3, rewind })).toEqual(['/inside was /', 'caught late']);
    expect(await run(layers, { rewind })).toEqual(['caught late']);
  });

  test('is told to the end when the request has left the chain', async () => {
    expect(await run([timesOut, passes])).toEqual(['left undefined at 1', 'left late at 1']);
  });

  test('waits for the next layer where the stack is let go', async () => {
    const long = Array.from({ length: 99 }, () => passes);
    const errsAtOnce = (_req: Req, _res: Res, next: Next): void => {
      next();
      next('late');
    };
    expect(await run([errsAtOnce, ...long, hangs, catches('caught')])).toEqual(['hangs', 'caught late']);
  });

  test('has no effect but a warning once there is an answer, or while another error is handled', async () => {
    const warnings: string[] = [];
    const collect = ({ message }: Error): unknown => warnings.push(message);
    process.on('warning', collect);
    const log = await run([timesOut, hangs, catches('caught')], {}, { headersSent: true });
    const handles = (error: unknown, { log }: Req, res: Res, _next: Next): void => {
      log.push(`handles ${String(error)}`);
      setTimeout(() => Object.assign(res, { headersSent: true }), 10);
    };
    const fails = (_req: Req, _res: Res, next: Next): void => next('first');
    expect(await run([timesOut, fails, handles, catches('second')])).toEqual(['handles first']);
    expect(log).toEqual(['hangs']);
    await expect.poll(() => warnings).toHaveLength(2);
    process.off('warning', collect);
    expect(warnings[0]).toContain('It carried: late');
  });
});
