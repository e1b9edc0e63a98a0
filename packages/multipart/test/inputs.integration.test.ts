// The forms of inputs.ts over sockets, in both lanes.
import { post } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { multipart } from '../src/index.ts';
import { ACCEPTED, contentTypeOf, REFUSED } from './inputs.ts';
import { outcomeOf, serve } from './serve.ts';

for (const lane of ["Node's lane", 'the fast lane']) {
  test.each(ACCEPTED)(`in ${lane}, a form with $title has all its values`, async (input) => {
    const port = await serve(multipart(), undefined, lane);
    const { status, body } = await outcomeOf(port, post([contentTypeOf(input)], input.body));
    const values = Object.entries(input.values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : expect.objectContaining({ name: value[0], text: value[1] }),
    ]);
    expect({ status, body: body.body }).toEqual({ status: 200, body: Object.fromEntries(values) });
  });

  test.each(REFUSED)(`in ${lane}, a form with $title is refused with 400`, async (input) => {
    const port = await serve(multipart(), undefined, lane);
    expect(await outcomeOf(port, post([contentTypeOf(input)], input.body))).toMatchObject({
      status: 400,
      body: { code: 'ERR_MULTIPART_MALFORMED', message: expect.stringContaining(input.message) },
    });
  });
}
