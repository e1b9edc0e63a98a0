import { rateLimit } from 'express-rate-limit';
import { HttpError } from 'nextpress';
import { authenticate, guard, sign } from '../../guards.mjs';

const body = {
  type: 'object',
  required: ['name', 'password'],
  properties: { name: { type: 'string' }, password: { type: 'string' } },
};

// @fastify/rate-limit
const limit = rateLimit({
  windowMs: 60_000,
  limit: 3,
  handler: (_req, _res, next) => next(new HttpError(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts.')),
});

export default function session(scope) {
  scope.post('/', limit, { schema: { body } }, async (req, res) => {
    const { name, password } = req.body;
    if (password !== 'correct horse') throw new HttpError(401, 'LOGIN_FAILED', 'Wrong name or password.');
    res.cookie('token', await sign({ name }), { httpOnly: true, sameSite: 'lax', maxAge: 3600 * 1000 });
    return { name };
  });

  scope.get('/', guard(authenticate), async (req) => ({ name: req.user.name }));

  scope.delete('/', async (_req, res) => {
    res.clearCookie('token', { sameSite: 'lax' });
    return res.status(204).end();
  });
}
