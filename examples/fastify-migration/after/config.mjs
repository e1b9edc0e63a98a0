// @fastify/env
import { z } from 'zod';

const Environment = z.object({
  PORT: z.coerce.number().int().default(3000),
  JWT_SECRET: z.string().min(32),
  API_KEY: z.string(),
  PRICES: z.url(),
});

export const config = Environment.parse(process.env);
