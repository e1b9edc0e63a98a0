import { createServer } from 'node:http';
import { listen } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { findExpensive } from '../src/hostile/cpu-cost.ts';
import { requestText, tcpSubject } from '../src/subject.ts';

test('findExpensive reports quadratic parsing and not linear parsing', async () => {
  const server = createServer((req, res) => {
    const { quadratic, linear = '' } = req.headers as Record<string, string>;
    res.end(String(quadratic?.split(/x*y/).length ?? linear.split(/xy/).length));
  });
  const listening = await listen(server);
  const subject = tcpSubject(listening);
  // Close to the longest head, so that the square stands out on a busy machine.
  const text = 'x'.repeat(14_000);
  const innocent = requestText('GET', '/', { innocent: text });
  const requests = {
    quadratic: requestText('GET', '/', { quadratic: text }),
    linear: requestText('GET', '/', { linear: text }),
  };
  expect(Object.keys(await findExpensive(subject, innocent, requests))).toEqual(['quadratic']);
  await listening.close();
});
