declare module 'cookie-parser' {
  import type { RequestHandler } from 'express';
  export default function cookieParser(secret?: string | readonly string[]): RequestHandler;
}

declare module 'express-4' {
  import type express from 'express';

  const express4: typeof express;
  export default express4;
}
