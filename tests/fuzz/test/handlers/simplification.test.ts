import { expect, test } from 'vitest';
import { generateExchange, simplifications } from '../../handlers/exchange.mjs';
import { type Program, simplifications as simplerPrograms } from '../../handlers/program.mjs';
import { Random } from '../../random.mjs';

test('every simplification of an exchange is smaller', () => {
  for (let seed = 0; seed < 50; seed++) {
    const exchange = generateExchange(new Random(seed));
    const size = weight(exchange);
    for (const smaller of simplifications(exchange)) expect(weight(smaller)).toBeLessThan(size);
  }
});

test('the only step that matters is what is left', () => {
  const guilty = (program: Program) => JSON.stringify(program).includes('guilty');
  let program: Program = [
    ['careless'],
    ['after', 'tick'],
    ['on', 'res', 'finish', [['throw'], ['call', 'res', 'setHeader', 'guilty', 'x', 'y'], ['throw']]],
    ['call', 'res', 'end'],
  ];
  for (let smaller = find(program); smaller !== undefined; smaller = find(program)) program = smaller;
  expect(program).toEqual([['on', 'res', 'finish', [['call', 'res', 'setHeader', 'guilty']]]]);

  function find(steps: Program): Program | undefined {
    for (const smaller of simplerPrograms(steps)) if (guilty(smaller)) return smaller;
    return undefined;
  }
});

/** How much an exchange says. */
function weight(exchange: ReturnType<typeof generateExchange>): number {
  return JSON.stringify(exchange).length + (exchange.farewell === 'wait' ? 0 : 100);
}
