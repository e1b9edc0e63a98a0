import { startExample } from '@nextpress-internal/example-process';
import { expect, test } from 'vitest';

test('both frameworks share a session', async () => {
  const example = await startExample(new URL('..', import.meta.url));
  const { url } = example;
  expect(await (await fetch(`${url}/api/me`)).json()).toEqual({ user: null, visits: 0 });
  const body = new URLSearchParams({ user: 'ada' });
  const signedIn = await fetch(`${url}/sign-in`, { method: 'POST', body, redirect: 'manual' });
  const headers = { Cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  for (const visits of [1, 2]) {
    const visit = await fetch(`${url}/api/visit`, { method: 'POST', headers });
    expect([visit.status, await visit.json()]).toEqual([201, { visits }]);
  }
  expect(await (await fetch(`${url}/api/me`, { headers })).json()).toEqual({ user: 'ada', visits: 2 });
  expect(await (await fetch(url, { headers })).text()).toBe('ada has visited 2 times.\n');
  expect((await example.interrupt()).code).toBe(0);
});
