import { createServer } from 'node:http';
import { listen } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { findDear } from '../src/hostile/cpu-cost.ts';
import { requestText, tcpSubject } from '../src/subject.ts';

test('reading that grows by the square is dearer than what is tolerable, and linear reading is not', async () => {
  const server = createServer((req, res) => {
    const { quadratic, linear = '' } = req.headers as Record<string, string>;
    res.end(String(quadratic?.split(/x*y/).length ?? linear.split(/xy/).length));
  });
  const listening = await listen(server);
  const subject = tcpSubject(listening);
  // Near to the longest head: the square must stand out while the machine has other work, too.
  const text = 'x'.repeat(14_000);
  const innocent = requestText('GET', '/', { innocent: text });
  const requests = {
    quadratic: requestText('GET', '/', { quadratic: text }),
    linear: requestText('GET', '/', { linear: text }),
  };
  expect(Object.keys(await findDear(subject, innocent, requests))).toEqual(['quadratic']);
  await listening.close();
});
