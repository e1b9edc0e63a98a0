// @fastify/jwt and @fastify/auth
import { createHash, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { HttpError } from 'nextpress';
import { config } from './config.mjs';

const secret = new TextEncoder().encode(config.JWT_SECRET);

export function sign(claims) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(secret);
}

export async function authenticate(req) {
  const [, token = req.cookies.token ?? ''] = /^Bearer (.+)$/i.exec(req.get('Authorization') ?? '') ?? [];
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] });
    req.user = payload;
  } catch (cause) {
    throw new HttpError(401, 'LOGIN_REQUIRED', 'Please log in.', { cause });
  }
}

/** Keys may differ in length, which `timingSafeEqual` does not accept. */
const hash = (text) => createHash('sha256').update(text).digest();
const apiKey = hash(config.API_KEY);

export async function checkApiKey(req) {
  const isValid = timingSafeEqual(hash(req.get('X-Api-Key') ?? ''), apiKey);
  if (!isValid) throw new HttpError(401, 'LOGIN_REQUIRED', 'Please log in.');
  req.user = { name: 'api' };
}

/** Middleware that lets a request pass if one of the functions does not throw, as `fastify.auth([…])`. */
export function guard(...functions) {
  return async (req, _res, next) => {
    const results = [];
    for (const check of functions) {
      const error = await check(req).catch((thrown) => thrown);
      if (error === undefined) return next();
      results.push(error);
    }
    throw results.at(-1);
  };
}
